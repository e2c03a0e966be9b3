"""Prints a line about torch and the device: describe_torch.py DEVICE. Fails if the device is missing."""

import sys

import torch

device = torch.device(sys.argv[1])
text = f"torch {torch.__version__}"
if device.type == "cuda":
    if not torch.cuda.is_available():
        sys.exit("torch finds no GPU here; --device cpu --quick tries the script without one")
    found = torch.cuda.get_device_properties(device)
    text += f", CUDA {torch.version.cuda}, {torch.cuda.device_count()} x {found.name}, {found.total_memory / 2**30:.0f} GiB"
print(text)
