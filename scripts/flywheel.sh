#!/usr/bin/env bash
# Generations of a small model that learns from its own attempts: agents attempt problems with generation N in the sandbox,
# the filter keeps what the model decided, the release trains generation N+1. Every generation is measured on the dev suite,
# and at the end all of them attempt the same problems, which none was trained on. Real models only.
# What is finished is not done again.
#
#   bash flywheel.sh run      all generations, then the race
#   bash flywheel.sh pack     what is measured, the releases and one adapter into OUT
#
# By the environment:
#   NODE      Node 26 binary (node)               PYTHON      Python with torch (python3)
#   BUNDLE    folder of the bundle or repository (this file's, or the one above)
#   MODEL     weights of generation 0: Hugging Face folder (data/models/generation-0)
#   PROBLEMS  JSON lines (data/flywheel/problems/problems.jsonl); the last RACE of them (150) are for the race
#   AGENTS    folder of agents (agents/small_model); RACER: the one that races (agents/four_tools.py)
#   WORK      (./flywheel)                        OUT         what goes home (./out)
#   RECIPE    (recipes/assay-135m.json)           SET         further fields of the recipe, separated by spaces
#   GENERATIONS  how many are trained (3)         PER_GENERATION  problems of each (300)
#   ARENA_SECONDS  for the attempts of one (150)  WORKERS     attempts of one agent at a time (4)
#   SERVERS   of one generation, on one GPU (3); the last one is for measuring if there are several
#   DEVICE    auto, cuda or cpu (auto)
#   SUITE     of the measurements (suites/dev-400); SAMPLES of each problem (4) at TEMPERATURE (0.6), and one at 0
#   MARKET    (data/market-50000-7-g2)            LEDGER      of looks at held-out suites (WORK/ledger.jsonl)
#   TRY       further options of `assay try`, such as --driver python
set -uo pipefail
started=$SECONDS
stage=${1:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [ -z "${BUNDLE:-}" ]; then if [ -e "$here/assay-train.mjs" ]; then BUNDLE=$here; else BUNDLE=$here/..; fi; fi
BUNDLE=$(cd "$BUNDLE" && pwd)
NODE=${NODE:-node}
PYTHON=${PYTHON:-python3}
program=bin/assay.js
[ -e "$BUNDLE/assay-train.mjs" ] && program=assay-train.mjs
mkdir -p "${WORK:=./flywheel}" "${OUT:=./out}"
WORK=$(cd "$WORK" && pwd)
OUT=$(cd "$OUT" && pwd)
absolute() { case $1 in /*) echo "$1" ;; *) echo "$BUNDLE/$1" ;; esac; }
MODEL=$(absolute "${MODEL:-data/models/generation-0}")
PROBLEMS=$(absolute "${PROBLEMS:-data/flywheel/problems/problems.jsonl}")
AGENTS=$(absolute "${AGENTS:-agents/small_model}")
RACER=$(absolute "${RACER:-agents/four_tools.py}")
RECIPE=$(absolute "${RECIPE:-recipes/assay-135m.json}")
MARKET=$(absolute "${MARKET:-data/market-50000-7-g2}")
SUITE=${SUITE:-suites/dev-400}
GENERATIONS=${GENERATIONS:-3}
PER_GENERATION=${PER_GENERATION:-300}
ARENA_SECONDS=${ARENA_SECONDS:-150}
RACE=${RACE:-150}
WORKERS=${WORKERS:-4}
SERVERS=${SERVERS:-3}
DEVICE=${DEVICE:-auto}
SAMPLES=${SAMPLES:-4}
TEMPERATURE=${TEMPERATURE:-0.6}
MEASURERS=${MEASURERS:-96}
LEDGER=${LEDGER:-$WORK/ledger.jsonl}
LOG=$WORK/log.txt
export PYTHONSAFEPATH=1 HF_HUB_OFFLINE=1 TRANSFORMERS_OFFLINE=1 TOKENIZERS_PARALLELISM=false PYTHONUNBUFFERED=1 ASSAY_TRAINER_PYTHON=$PYTHON

say() { printf '%s [%4ds] %s\n' "$(date -u +%H:%M:%S)" $((SECONDS - started)) "$*" | tee -a "$LOG"; }
assay() { (cd "$BUNDLE" && exec "$NODE" "$program" "$@"); }
step() { # name, mark, command…: leaves the mark when the command succeeds
  local name=$1 mark=$2
  shift 2
  if [ -e "$mark" ]; then say "$name: done before"; return 0; fi
  say "$name begins"
  "$@" >>"$LOG" 2>&1
  local code=$?
  say "$name ended with code $code"
  [ "$code" = 0 ] && touch "$mark"
  return "$code"
}

served=()
serve() { # generation, servers: on ports from 8800 + 10 N
  local n=$1 number port
  for number in $(seq 0 $(($2 - 1))); do
    port=$((8800 + 10 * n + number))
    (cd "$BUNDLE" && exec "$NODE" "$program" train serve "$WORK/generation-$n/model" --port $port --context 8192 \
      --device "$DEVICE" --python "$PYTHON") >>"$WORK/generation-$n/server.txt" 2>&1 &
    served+=($!)
  done
  for number in $(seq 0 $(($2 - 1))); do
    port=$((8800 + 10 * n + number))
    for _ in $(seq 300); do
      (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break
      sleep 0.5
    done
  done
  say "generation $n is served"
}
stop_serving() {
  [ ${#served[@]} = 0 ] || kill -INT "${served[@]}" 2>/dev/null
  wait "${served[@]}" 2>/dev/null
  served=()
}
trap stop_serving EXIT

# shellcheck disable=SC2086
attempt() { # generation, agent, problems, folder, server, seconds
  local n=$1 agent=$2 port=$((8800 + 10 * $1 + $5))
  (cd "$BUNDLE" && exec timeout --signal=INT --kill-after=20 "$6" "$NODE" "$program" try "$agent" \
    --base-url "http://127.0.0.1:$port/v1" --model "generation-$n" --prompt-price 0 --completion-price 0 \
    --problems "$3" --market "$MARKET" --workers "$WORKERS" --data "$4" --json ${TRY:-}) >"$4.json" 2>>"$LOG"
}

arena() { # generation
  local n=$1 folder=$WORK/generation-$1 agent name turn=0
  local -a running=()
  [ -e "$folder/attempts.done" ] && { say "attempts of generation $n: done before"; return 0; }
  mkdir -p "$folder/attempts"
  # One order for all generations, so that each has problems of its own.
  head -n "-$RACE" "$PROBLEMS" | shuf --random-source=<(yes assay) |
    tail -n "+$((n * PER_GENERATION + 1))" | head -n "$PER_GENERATION" >"$folder/problems.jsonl"
  say "attempts of generation $n begin, $(wc -l <"$folder/problems.jsonl") problems"
  for agent in "$AGENTS"/*.py; do
    name=$(basename "$agent" .py)
    attempt "$n" "$agent" "$folder/problems.jsonl" "$folder/attempts/$name" $((turn++ % (SERVERS > 1 ? SERVERS - 1 : 1))) "$ARENA_SECONDS" &
    running+=($!)
  done
  wait "${running[@]}"
  touch "$folder/attempts.done"
  say "attempts of generation $n end, $(find "$folder/attempts" -name attempt.json | wc -l) of them"
}

measure() { # generation
  local folder=$WORK/generation-$1/measured
  step "measuring generation $1" "$folder.done" assay eval run --base-url "http://127.0.0.1:$((8800 + 10 * $1 + SERVERS - 1))/v1" --model "generation-$1" \
    --label "generation-$1" --suite "$SUITE" --market "$MARKET" --harness 4 --max-observation 3000 --max-turns 12 --max-tokens 512 \
    -k "$SAMPLES" --temperature "$TEMPERATURE" --workers "$MEASURERS" --prompt-price 0 --completion-price 0 --ledger "$LEDGER" --out "$folder"
}

learn() { # generation, whose attempts train the next
  local n=$1 folder=$WORK/generation-$1 next=$WORK/generation-$(($1 + 1)) words=() each trained
  local -a attempts=("$folder"/attempts/*/)
  step "filter of generation $n" "$folder/filtered.done" assay corpus filter "${attempts[@]}" --out "$folder/filtered" --problems "$PROBLEMS" || return 1
  step "release of generation $n" "$folder/release.done" assay corpus build "$folder/filtered" --out "$folder/release" --name "flywheel-generation-$n" \
    --problems "$PROBLEMS" --market "$MARKET" --train 1 --dev 0 --heldout 0 \
    --exclude-problems suites/dev-400/problems.jsonl --exclude-problems suites/dev-75/problems.jsonl || return 1
  mkdir -p "$next/run/stages"
  # Measured by `measure`, not by the run: one problem is the least a run accepts.
  [ "$n" = 0 ] || cp -rp "$WORK/generation-1/run/stages/0-base" "$next/run/stages/"
  for each in suites.dev_problems=1 evaluation.k=1 evaluation.greedy=false ${SET:-}; do words+=(--set "$each"); done
  say "training of generation $((n + 1)) begins"
  assay train run --recipe "$RECIPE" --stage sft --corpus "$folder/release" --out "$next/run" --market "$MARKET" --python "$PYTHON" \
    --ledger "$LEDGER" --json --set "model.folder=\"$folder/model\"" "${words[@]}" >>"$next/log.jsonl" 2>&1 &
  trained=$!
  while kill -0 $trained 2>/dev/null && [ ! -e "$next/run/adapters/sft/adapter.json" ]; do sleep 0.5; done
  # What follows in the run is its one-problem evaluation.
  kill -INT $trained 2>/dev/null
  wait $trained
  [ -e "$next/run/adapters/sft/adapter.json" ] || { say "generation $((n + 1)) is not trained: $(tail -1 "$next/log.jsonl" | cut -c 1-400)"; return 1; }
  say "generation $((n + 1)) is trained"
  step "merging generation $((n + 1))" "$next/model.done" assay train export "$folder/model" --target merged \
    --adapter "$next/run/adapters/sft" --out "$next/model" --python "$PYTHON"
}

race() { # all generations on the same problems
  local n folder=$WORK/race
  local -a running=()
  mkdir -p "$folder"
  tail -n "$RACE" "$PROBLEMS" >"$folder/problems.jsonl"
  for n in $(seq 0 "$GENERATIONS"); do
    [ -e "$WORK/generation-$n/model.done" ] || continue
    [ -e "$folder/generation-$n.done" ] && continue
    serve "$n" 1
    attempt "$n" "$RACER" "$folder/problems.jsonl" "$folder/generation-$n" 0 600 && touch "$folder/generation-$n.done" &
    running+=($!)
  done
  [ ${#running[@]} = 0 ] || wait "${running[@]}"
  stop_serving
  say "race ended"
}

run() {
  local n measuring
  mkdir -p "$WORK/generation-0"
  [ -e "$WORK/generation-0/model" ] || ln -s "$MODEL" "$WORK/generation-0/model"
  touch "$WORK/generation-0/model.done"
  for n in $(seq 0 "$GENERATIONS"); do
    local folder=$WORK/generation-$n
    if [ ! -e "$folder/measured.done" ] || { [ "$n" -lt "$GENERATIONS" ] && [ ! -e "$folder/attempts.done" ]; }; then
      serve "$n" "$SERVERS"
      measure "$n" &
      measuring=$!
      [ "$n" = "$GENERATIONS" ] || arena "$n"
      wait $measuring
      stop_serving
    fi
    [ "$n" = "$GENERATIONS" ] || [ -e "$WORK/generation-$((n + 1))/model.done" ] || learn "$n" || return 1
  done
  race
}

pack() { # few files, each small enough to travel
  local n last=0
  cd "$WORK" || return 1
  shopt -s nullglob
  tar -czf "$OUT/measured.tar.gz" --exclude=transcripts.jsonl --exclude='adapters' --exclude='*.safetensors' --exclude=rows.jsonl --exclude=checkpoint --exclude=model \
    log.txt generation-*/{measured,log.jsonl,problems.jsonl,filtered/filter.json,filtered/rejected.jsonl,run} race/*.json race/problems.jsonl
  tar -czf "$OUT/attempts.tar.gz" generation-*/attempts/*.json
  for n in $(seq 0 $((GENERATIONS - 1))); do
    [ -e "generation-$n/release.done" ] && tar -czf "$OUT/release-$n.tar.gz" "generation-$n/release"
  done
  for n in $(seq 1 "$GENERATIONS"); do [ -e "generation-$n/model.done" ] && last=$n; done
  [ "$last" = 0 ] || tar -cf "$OUT/adapter-$last.tar" -C "generation-$last/run/adapters" sft
  tar -cf - generation-0/attempts | xz -T0 -3 >"$OUT/evidence-0.tar.xz"
  say "packed $(du -sh "$OUT" | cut -f 1)"
}

case $stage in
  run) run ;;
  pack) pack ;;
  *)
    sed -n '2,28p' "${BASH_SOURCE[0]}" | cut -c 3- >&2
    exit 2
    ;;
esac
