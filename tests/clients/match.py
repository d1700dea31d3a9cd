#!/usr/bin/env python3
"""match.py PROGRAM OPPONENT GAMES [--rules R] [--least N] [SIZE...]: `solve gtp` plays another engine, as many games on each board,
as either colour, under a ruleset (psk). {seed} in OPPONENT is the board's size,
and N the least number of moves that a game begins with.

Each game begins with some moves at random, so that no two are alike; what the position is worth then is what the
program must get at least. On 5x5 the other engine plays both sides until the position is decided in seconds. The
games are judged by `solve replay`: no illegal move, and never a result worse than the value."""
import argparse
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../cli/gtp"))
from engine import Engine, Failure # noqa: E402

OPENING = {1: 1, 2: 2, 3: 4, 4: 12, 5: 24}
LEAST = {4: 6, 5: 16}
COLOURS = ("black", "white")
TURNS_MAX = 300


def replay(program, rules, size, moves):
    """The margin at the end, None before it; every move must be legal."""
    done = subprocess.run([program, "replay", "--board", f"{size}x{size}", "--rules", rules, "--moves", " ".join(moves), "--json"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"a move is illegal on {size}x{size}: {' '.join(moves)}: {done.stderr}"
    told = json.loads(done.stdout)
    return told["score"]["margin"] if told["ended"] == "scored" else None


def both(engines, command):
    for engine in engines:
        engine.command(command)


def open_game(ours, other, size, least, dice):
    """A start by random moves, or by the opponent where that takes long; returns the moves and the value."""
    while True:
        both((ours, other), f"boardsize {size}")
        both((ours, other), "clear_board")
        moves, passes = [], 0
        for number in range(dice.randrange(least, OPENING[size] + 1)):
            colour = COLOURS[number % 2]
            if size < 5 and number % 2 == 0 or dice.randrange(3) == 0:
                points = [f"{'ABCDE'[c]}{r + 1}" for c in range(size) for r in range(size)]
                move = dice.choice(points)
                try:
                    ours.command(f"play {colour} {move}")
                    other.command(f"play {colour} {move}")
                except Failure:
                    break
            else:
                move = other.command(f"genmove {colour}")
                try:
                    ours.command(f"play {colour} {move}")
                except Failure:
                    break
            moves.append(move)
            passes = passes + 1 if move.lower() == "pass" else 0
            if passes > 0:
                break # so early it says nothing; and two end the game
        else:
            told = ours.command("solve-value").split("\n")[-1].split()
            if told[-1] == "true":
                return moves, int(told[1])


def play(program, rules, ours, other, size, least, engine_colour, dice):
    moves, value = open_game(ours, other, size, least, dice)
    opening = len(moves)
    passes = 0
    while passes < 2 and len(moves) < TURNS_MAX:
        mover = len(moves) % 2
        colour = COLOURS[mover]
        if mover == engine_colour:
            try:
                move = ours.command(f"genmove {colour}")
            except Failure as failure: # too little time: it says so, and plays nothing
                assert str(failure).startswith("not decided"), failure
                return "undecided", opening, value, moves
            other.command(f"play {colour} {move}")
        else:
            move = other.command(f"genmove {colour}")
            if move.lower() == "resign":
                return "resigned", opening, value, moves
            try:
                ours.command(f"play {colour} {move}")
            except Failure as failure:
                return f"the opponent's {move}: {failure}", opening, value, moves
        passes = passes + 1 if move.lower() == "pass" else 0
        moves.append(move)
    margin = replay(program, rules, size, moves)
    assert margin is not None, f"no end: {moves}"
    sign = 1 if engine_colour == 0 else -1
    assert sign * margin >= sign * value, f"{size}x{size} as {COLOURS[engine_colour]}: {margin}, the value is {value}: {moves}"
    return sign * (margin - value), opening, value, moves


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("opponent")
    parser.add_argument("games", type=int)
    parser.add_argument("--rules", default="psk")
    parser.add_argument("--least", type=int)
    parser.add_argument("sizes", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    given = parser.parse_intermixed_args()
    program, games = given.program, given.games
    dice = random.Random(5)
    ours = Engine([program, "gtp", "--rules", given.rules, "--memory", "2G", "--max-seconds", "20"], seconds=600)
    for size in given.sizes:
        least = given.least if given.least is not None else LEAST.get(size, 0)
        other = Engine(given.opponent.replace("{seed}", str(size)).split(), seconds=600)
        both((ours, other), "komi 0")
        won = kept = forfeits = undecided = turns = 0
        for game in range(games):
            result, opening, value, moves = play(program, given.rules, ours, other, size, least, game % 2, dice)
            turns += len(moves) - opening
            if result == "undecided":
                print(f"not decided in time, of value {value}:", *moves, flush=True)
            undecided += result == "undecided"
            forfeits += isinstance(result, str) and result != "undecided"
            won += not isinstance(result, str) and result > 0
            kept += result == 0
        print(f"{size}x{size}: {games} games: {kept} with the value, {won} better than the value, {forfeits} that the opponent "
              f"gave up or lost by an illegal move, {undecided} not decided in time; {turns} turns", flush=True)
        assert other.close() == 0
    assert ours.close() == 0
    print("stderr:", sorted(set(ours.log))[:5])


main()
