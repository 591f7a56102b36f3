# shellcheck shell=bash
# Shared by experiment.sh, flywheel.sh and gpu-run.sh, which source it first. It is in the same folder, in scripts/ and
# in the bundle.
#
# NODE, PYTHON and BUNDLE come from the environment or get their defaults here. `say` needs LOG.
set -uo pipefail
started=$SECONDS
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ -z "${BUNDLE:-}" ]; then if [ -e "$here/assay-train.mjs" ]; then BUNDLE=$here; else BUNDLE=$here/..; fi; fi
BUNDLE=$(cd "$BUNDLE" && pwd)
NODE=${NODE:-node}
PYTHON=${PYTHON:-python3}
program=bin/assay.js
[ -e "$BUNDLE/assay-train.mjs" ] && program=assay-train.mjs
export PYTHONSAFEPATH=1 HF_HUB_OFFLINE=1 TRANSFORMERS_OFFLINE=1 TOKENIZERS_PARALLELISM=false PYTHONUNBUFFERED=1 ASSAY_TRAINER_PYTHON=$PYTHON

absolute() { case $1 in /*) echo "$1" ;; *) echo "$BUNDLE/$1" ;; esac; }
say() { printf '%s [%4ds] %s\n' "$(date -u +%H:%M:%S)" $((SECONDS - started)) "$*" | tee -a "$LOG"; }
assay() { (cd "$BUNDLE" && exec "$NODE" "$program" "$@"); }

# zstd from Node: a GPU machine may not have zstd installed.
unzst() { "$NODE" -e 'process.stdin.pipe(require("zlib").createZstdDecompress()).pipe(process.stdout)'; }
unpack() { # .tar, .tar.gz or .tar.zst, folder
  case $1 in
    *.zst) unzst <"$1" | tar -xf - -C "$2" ;;
    *) tar -xf "$1" -C "$2" ;;
  esac
}

usage() { # file: its first comment
  sed -n '2,/^\([^#]\|$\)/p' "$1" | sed -n 's/^# \{0,1\}//p' >&2
  exit 2
}
