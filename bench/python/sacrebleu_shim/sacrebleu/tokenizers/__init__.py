"""Tokenisers of sacreBLEU's."""
