from dragoman.metrics import BLEU, CHRF, TER, BLEUScore, CHRFScore, TERScore

__all__ = ["BLEU", "BLEUScore", "CHRF", "CHRFScore", "TER", "TERScore"]
