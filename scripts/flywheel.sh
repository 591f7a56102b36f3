#!/usr/bin/env bash
# Generations of a small model that learns from its own attempts: agents attempt problems with generation N in the sandbox,
# the filter keeps attempts in which the model decided, and the release trains generation N+1. Every generation is
# measured on the dev suite, and at the end all of them attempt the same problems, on which none was trained.
# Real models only. Finished steps are not repeated. The defaults are those of the run in docs/experiment.md.
#
#   bash flywheel.sh run      all generations, then the race
#   bash flywheel.sh pack     measurements, attempts, releases and the last adapter into OUT, and the evidence of generation 0
#
# Environment variables:
#   NODE      Node 26 binary (node)               PYTHON      Python with torch (python3)
#   BUNDLE    folder of the bundle or repository (this file's, or the one above); relative paths start there
#   MODEL     weights of generation 0: Hugging Face folder (data/models/generation-0)
#   PROBLEMS  JSON lines (data/flywheel/problems/problems.jsonl); the last RACE of them (150) are for the race
#   AGENTS    folder of agents (agents/small_model); RACER: the one that races (agents/four_tools.py)
#   WORK      (data/flywheel/work)                OUT         (data/flywheel/out)
#   RECIPE    (recipes/assay-135m.json)           SET         fields of the recipe to replace, separated by spaces
#   GENERATIONS  number to train (3)              PER_GENERATION  problems for each (300)
#   ARENA_SECONDS  for one generation (210)       WORKERS     concurrent attempts of one agent (8)
#   SERVERS   of one generation, on one GPU (3); if there are several, the last one is for measuring
#   DEVICE    auto, cuda or cpu (auto)            MARKET      (data/market-50000-7-g2)
#   SUITE     for the measurements (suites/dev-400); SAMPLES of each problem (4) at TEMPERATURE (0.6), and one at 0
#   MEASURERS concurrent episodes (128)           TRY         further options of `assay try`, such as --driver python

# shellcheck source=scripts/training-shell.sh
. "$(dirname "${BASH_SOURCE[0]}")/training-shell.sh" || exit 2
stage=${1:-}
WORK=$(absolute "${WORK:-data/flywheel/work}")
OUT=$(absolute "${OUT:-data/flywheel/out}")
MODEL=$(absolute "${MODEL:-data/models/generation-0}")
PROBLEMS=$(absolute "${PROBLEMS:-data/flywheel/problems/problems.jsonl}")
AGENTS=$(absolute "${AGENTS:-agents/small_model}")
RACER=$(absolute "${RACER:-agents/four_tools.py}")
RECIPE=$(absolute "${RECIPE:-recipes/assay-135m.json}")
MARKET=$(absolute "${MARKET:-data/market-50000-7-g2}")
SUITE=${SUITE:-suites/dev-400}
GENERATIONS=${GENERATIONS:-3}
PER_GENERATION=${PER_GENERATION:-300}
ARENA_SECONDS=${ARENA_SECONDS:-210}
RACE=${RACE:-150}
WORKERS=${WORKERS:-8}
SERVERS=${SERVERS:-3}
DEVICE=${DEVICE:-auto}
SAMPLES=${SAMPLES:-4}
TEMPERATURE=${TEMPERATURE:-0.6}
MEASURERS=${MEASURERS:-128}
SET=${SET:-stages.sft.optimiser.learning_rate=0.0003}
LEDGER=$WORK/ledger.jsonl
LOG=$WORK/log.txt
mkdir -p "$WORK" "$OUT"

port_of() { echo $((8800 + 10 * $1 + $2)); } # generation, server
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

require_inputs() {
  local file
  for file in "$MODEL/config.json" "$PROBLEMS" "$MARKET/market.index" "$RECIPE" "$RACER"; do
    [ -e "$file" ] || { say "$file does not exist; docs/experiment.md has the commands that make it"; return 1; }
  done
  local needed=$((GENERATIONS * PER_GENERATION + RACE))
  [ "$(wc -l <"$PROBLEMS")" -ge "$needed" ] || { say "$PROBLEMS has fewer than the $needed problems that are needed"; return 1; }
}

served=()
serve() { # generation, servers
  local n=$1 number process tries
  for number in $(seq 0 $(($2 - 1))); do
    (cd "$BUNDLE" && exec "$NODE" "$program" train serve "$WORK/generation-$n/model" --port "$(port_of "$n" "$number")" --context 8192 \
      --device "$DEVICE" --python "$PYTHON") >>"$WORK/generation-$n/server.txt" 2>&1 &
    served+=($!)
  done
  for number in $(seq 0 $(($2 - 1))); do
    process=${served[$((${#served[@]} - $2 + number))]}
    for tries in $(seq 300); do
      if ! kill -0 "$process" 2>/dev/null || [ "$tries" = 300 ]; then
        say "generation $n is not served: $(tail -2 "$WORK/generation-$n/server.txt" | tr '\n' ' ')"
        return 1
      fi
      (exec 3<>"/dev/tcp/127.0.0.1/$(port_of "$n" "$number")") 2>/dev/null && break
      sleep 0.5
    done
  done
  say "generation $n is served"
}
stop_serving() {
  [ ${#served[@]} = 0 ] && return
  kill -INT "${served[@]}" 2>/dev/null
  wait "${served[@]}" 2>/dev/null
  served=()
}
trap stop_serving EXIT

attempt() { # generation, agent, problems, folder, server, seconds: 0 when all problems were attempted, 124 when the time was over
  local n=$1 options code
  read -ra options <<<"${TRY:-}"
  (cd "$BUNDLE" && exec timeout --signal=INT --kill-after=20 "$6" "$NODE" "$program" try "$2" \
    --base-url "http://127.0.0.1:$(port_of "$n" "$5")/v1" --model "generation-$n" --prompt-price 0 --completion-price 0 \
    --problems "$3" --market "$MARKET" --workers "$WORKERS" --data "$4" --json "${options[@]}") >"$4.json" 2>>"$LOG"
  code=$?
  # Exit code 1: it ran, but attempts failed.
  return $((code == 1 ? 0 : code))
}

arena() { # generation
  local n=$1 folder=$WORK/generation-$1 agent name process code failed=0 turn=0
  local -a running=()
  [ -e "$folder/attempts.done" ] && { say "attempts of generation $n: done before"; return 0; }
  # Left-over attempts of an interrupted run would be repeated.
  rm -rf "$folder/attempts"
  mkdir -p "$folder/attempts"
  # The same order for all generations, so that no problem is in two of them.
  head -n "-$RACE" "$PROBLEMS" | shuf --random-source=<(yes assay) |
    tail -n "+$((n * PER_GENERATION + 1))" | head -n "$PER_GENERATION" >"$folder/problems.jsonl"
  say "attempts of generation $n begin"
  for agent in "$AGENTS"/*.py; do
    name=$(basename "$agent" .py)
    attempt "$n" "$agent" "$folder/problems.jsonl" "$folder/attempts/$name" $((turn++ % (SERVERS > 1 ? SERVERS - 1 : 1))) "$ARENA_SECONDS" &
    running+=($!)
  done
  for process in "${running[@]}"; do
    wait "$process"
    code=$?
    [ "$code" = 0 ] || [ "$code" = 124 ] || failed=1
  done
  say "attempts of generation $n end: $(find "$folder/attempts" -name attempt.json | wc -l)"
  [ "$failed" = 0 ] || { say "an agent could not be run; $LOG says why"; return 1; }
  touch "$folder/attempts.done"
}

measure() { # generation
  local folder=$WORK/generation-$1/measured
  step "measuring generation $1" "$folder.done" assay eval run --base-url "http://127.0.0.1:$(port_of "$1" $((SERVERS - 1)))/v1" --model "generation-$1" \
    --label "generation-$1" --suite "$SUITE" --market "$MARKET" --tools 4 --max-observation 3000 --max-turns 12 --max-tokens 512 \
    -k "$SAMPLES" --temperature "$TEMPERATURE" --workers "$MEASURERS" --prompt-price 0 --completion-price 0 --ledger "$LEDGER" --out "$folder"
}

learn() { # generation, whose attempts train the next
  local n=$1 folder=$WORK/generation-$1 next=$WORK/generation-$(($1 + 1)) each trained
  local -a attempts=("$folder"/attempts/*/) excluded=() fields words=()
  for each in dev-400 dev-75 heldout-75; do excluded+=(--exclude-problems "suites/$each/problems.jsonl"); done
  step "filter of generation $n" "$folder/filtered.done" assay corpus filter "${attempts[@]}" --out "$folder/filtered" --problems "$PROBLEMS" || return 1
  step "release of generation $n" "$folder/release.done" assay corpus build "$folder/filtered" --out "$folder/release" --name "flywheel-generation-$n" \
    --problems "$PROBLEMS" --market "$MARKET" --train 1 --dev 0 --heldout 0 "${excluded[@]}" || return 1
  mkdir -p "$next/run/stages"
  # `measure` does the evaluation, not the training run, which therefore gets one problem, the least it accepts.
  [ "$n" = 0 ] || cp -rp "$WORK/generation-1/run/stages/0-base" "$next/run/stages/"
  read -ra fields <<<"$SET"
  for each in suites.dev_problems=1 evaluation.k=1 evaluation.greedy=false "${fields[@]}"; do words+=(--set "$each"); done
  say "training of generation $((n + 1)) begins"
  assay train run --recipe "$RECIPE" --stage sft --corpus "$folder/release" --out "$next/run" --market "$MARKET" --python "$PYTHON" \
    --ledger "$LEDGER" --json --set "model.folder=\"$folder/model\"" "${words[@]}" >>"$next/log.jsonl" 2>&1 &
  trained=$!
  while kill -0 $trained 2>/dev/null && [ ! -e "$next/run/adapters/sft/adapter.json" ]; do sleep 0.5; done
  # The rest of the training run is only its one-problem evaluation.
  kill -INT $trained 2>/dev/null
  wait $trained
  [ -e "$next/run/adapters/sft/adapter.json" ] || { say "generation $((n + 1)) is not trained: $(tail -5 "$next/log.jsonl" | tr '\n' ' ' | cut -c 1-400)"; return 1; }
  say "generation $((n + 1)) is trained"
  step "merging generation $((n + 1))" "$next/model.done" assay train export "$folder/model" --format merged \
    --adapter "$next/run/adapters/sft" --out "$next/model" --python "$PYTHON"
}

race() { # all generations on the same problems
  local n process failed=0 folder=$WORK/race
  local -a running=()
  mkdir -p "$folder"
  tail -n "$RACE" "$PROBLEMS" >"$folder/problems.jsonl"
  for n in $(seq 0 "$GENERATIONS"); do
    [ -e "$folder/generation-$n.done" ] && continue
    serve "$n" 1 || return 1
    { rm -rf "$folder/generation-$n" && attempt "$n" "$RACER" "$folder/problems.jsonl" "$folder/generation-$n" 0 600 && touch "$folder/generation-$n.done"; } &
    running+=($!)
  done
  for process in "${running[@]}"; do wait "$process" || failed=1; done
  stop_serving
  say "race ended"
  return "$failed"
}

run() {
  local n measuring folder
  require_inputs || return 1
  mkdir -p "$WORK/generation-0"
  ln -sfn "$MODEL" "$WORK/generation-0/model"
  touch "$WORK/generation-0/model.done"
  for n in $(seq 0 "$GENERATIONS"); do
    folder=$WORK/generation-$n
    if [ ! -e "$folder/measured.done" ] || { [ "$n" -lt "$GENERATIONS" ] && [ ! -e "$folder/attempts.done" ]; }; then
      serve "$n" "$SERVERS" || return 1
      measure "$n" &
      measuring=$!
      [ "$n" = "$GENERATIONS" ] || arena "$n" || return 1
      wait $measuring || return 1
      stop_serving
    fi
    [ "$n" = "$GENERATIONS" ] || [ -e "$WORK/generation-$((n + 1))/model.done" ] || learn "$n" || return 1
  done
  race
}

pack() {
  local n last=0
  cd "$WORK" || return 1
  shopt -s nullglob
  tar -czf "$OUT/measured.tar.gz" --exclude=transcripts.jsonl --exclude=adapters --exclude='*.safetensors' --exclude=rows.jsonl --exclude=checkpoint \
    --exclude=model log.txt generation-*/{measured,log.jsonl,problems.jsonl,filtered/filter.json,filtered/rejected.jsonl,run} race/*.json race/*.jsonl || return 1
  tar -czf "$OUT/attempts.tar.gz" generation-*/attempts/*.json || return 1
  for n in $(seq 0 $((GENERATIONS - 1))); do
    [ ! -e "generation-$n/release.done" ] || tar -czf "$OUT/release-$n.tar.gz" "generation-$n/release" || return 1
  done
  for n in $(seq 1 "$GENERATIONS"); do [ -e "generation-$n/model.done" ] && last=$n; done
  [ "$last" = 0 ] || tar -cf "$OUT/adapter-$last.tar" -C "generation-$last/run/adapters" sft || return 1
  tar -cf - generation-0/attempts | xz -T0 -3 >"$OUT/evidence-0.tar.xz" || return 1
  say "packed $(du -sh "$OUT" | cut -f 1)"
}

case $stage in
  run) run ;;
  pack) pack ;;
  *) usage "${BASH_SOURCE[0]}" ;;
esac
