"""Handles, of which only the library knows what is in them."""

from __future__ import annotations

from ctypes import c_void_p


class Board(c_void_p):
    pass


class Rules(c_void_p):
    pass


class Game(c_void_p):
    pass


class Request(c_void_p):
    pass


class Result(c_void_p):
    pass


class Store(c_void_p):
    pass


class Interrupt(c_void_p):
    pass


class Cache(c_void_p):
    pass


class Control(c_void_p):
    pass


class Count(c_void_p):
    pass


class CoalitionProofs(c_void_p):
    pass


class Check(c_void_p):
    pass
