from dragoman.metrics import PairedTest, Result

__all__ = ["PairedTest", "Result"]
