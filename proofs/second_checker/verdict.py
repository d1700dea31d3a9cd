"""How a check ends where it does not accept."""


class Refused(Exception):
    """Something in the certificate does not hold."""


class Unknown(Exception):
    """This checker does not know rules or format like these: it says nothing."""


def require(condition, why):
    if not condition:
        raise Refused(why)
