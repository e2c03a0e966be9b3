"""sacreBLEU's tokenizers."""
