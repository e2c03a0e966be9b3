"""Types of arguments for argparse."""

import argparse


def positive(text):
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return int(text)
