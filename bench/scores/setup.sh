#!/bin/sh
# Makes the virtual environment VENV with the version of sacreBLEU to compare with.
set -eu
if [ $# -ne 1 ]; then
  echo "usage: $0 VENV" >&2
  exit 2
fi
python3 -m venv "$1"
# Only `compare_sacrebleu --spm-model` needs sentencepiece.
"$1/bin/pip" install --quiet sacrebleu==2.6.0 numpy==2.4.6 tabulate==0.10.0 \
  'sentencepiece>=0.2.0'
