#!/usr/bin/env bash
# The experiment of docs/experiment.md. Every stage resumes: finished steps are not repeated.
#
#   bash experiment.sh corpus   attempts, release, rewritten rows, teacher rows (repository; hours on two cores)
#   bash experiment.sh arms     rows of all arms, equal rows and equal tokens (repository)
#   bash experiment.sh train    base, floors, then every arm and seed, trained and measured (bundle or repository; GPU)
#   bash experiment.sh final    the final arms on the held-out suite, once, under a plan in the access ledger (GPU)
#   bash experiment.sh report   tables of all measurements
#   bash experiment.sh pack     results without weights and transcripts into OUT, for transfer
#
# Environment variables:
#   NODE      Node 26 binary (node)               PYTHON     Python with torch (python3)
#   BUNDLE    folder of the bundle or repository (this file's, or the one above)
#   DATA      corpus and its parts (data/training) TEACHER    model of the teacher (house/expert)
#   ABLATION  folder or archive of the arms (data/ablation-rows); EQUAL: rows or tokens, for arms (both)
#   BUILD     arms to build, comma-separated (all that DATA allows); PER_PROBLEM: most rows of one problem in an arm (2)
#   WORK      trained arms, ARM/seed-N (./experiment)          OUT  results to transfer (./out)
#   RECIPE    (recipes/qwen-0.5b.json)            MODEL      folder of the weights (the recipe's)
#   SET       further fields of the recipe, as for train run --set, separated by spaces; SET_ARM (SET_spoken): for this arm only
#   ARMS      arms in the order of training; SEEDS (1 2 3). Seed 1 of all arms comes before seed 2
#   PARALLEL  trainings at a time on one GPU (1)  DEADLINE   seconds of one training with its evaluation (3600)
#   LIMIT     seconds of the whole stage (none)   EARLIER    archive of results from an earlier pack
#   LEDGER    of looks at held-out suites (WORK/ledger.jsonl)
#   KEEP      arms whose adapters are packed, such as "filtered/seed-1"

# shellcheck source=scripts/training-shell.sh
. "$(dirname "${BASH_SOURCE[0]}")/training-shell.sh" || exit 2
stage=${1:-}
mkdir -p "${WORK:=./experiment}" "${OUT:=./out}"
WORK=$(cd "$WORK" && pwd)
OUT=$(cd "$OUT" && pwd)
DATA=$(absolute "${DATA:-data/training}")
ABLATION=$(absolute "${ABLATION:-data/ablation-rows}")
RECIPE=$(absolute "${RECIPE:-recipes/qwen-0.5b.json}")
TEACHER=${TEACHER:-house/expert}
SEEDS=${SEEDS:-1 2 3}
ARMS=${ARMS:-filtered scripted_claimed spoken filtered_silent scripted_rewritten filtered_shuffled scripted_spoken filtered_rewritten teacher}
FINAL=${FINAL:-filtered spoken scripted_claimed filtered_rewritten}
PARALLEL=${PARALLEL:-1}
DEADLINE=${DEADLINE:-3600}
LIMIT=${LIMIT:-}
# No training starts if less time than this is left.
LEAST_SECONDS=${LEAST_SECONDS:-60}
LEDGER=${LEDGER:-$WORK/ledger.jsonl}
LOG=$WORK/log.txt

left() { if [ -z "$LIMIT" ]; then echo 999999; else echo $((LIMIT - (SECONDS - started))); fi; }
setting() { # field of the recipe, by dots → its value
  "$PYTHON" -c 'import json,sys; from functools import reduce; print(reduce(lambda found, name: found[name], sys.argv[2].split("."), json.load(open(sys.argv[1]))))' "$RECIPE" "$1"
}
step() { # name, mark, command…
  local name=$1 mark=$2
  shift 2
  if [ -e "$mark" ]; then say "$name: done before"; return 0; fi
  say "$name begins"
  "$@" 2>&1 | tee -a "$LOG"
  local code=${PIPESTATUS[0]}
  say "$name ended with code $code"
  return "$code"
}

unpacked() { # folder, .tar.gz or .tar.zst → folder
  if [ -d "$1" ]; then echo "$1"; return; fi
  local target=$WORK/.rows
  if [ ! -e "$target/.whole" ]; then
    rm -rf "$target" && mkdir -p "$target" && unpack "$1" "$target" || return 1
    touch "$target/.whole"
  fi
  dirname "$(find "$target" -name ablation.json | head -1)"
}

make_corpus() {
  local market=$BUNDLE/data/market-50000-7-g2 problems=$DATA/problems/problems.jsonl tools observation turns
  tools=$(setting harness.tools)
  observation=$(setting harness.max_observation)
  turns=$(setting harness.max_turns)
  step market "$market/market.index" assay market build --products 50000 --seed 7 --out "$market" || return 1
  step attempts "$DATA/release/manifest.json" bash -c "cd '$BUNDLE' && '$NODE' scripts/make-training-corpus.ts --market '$market' --out '$DATA' --workers '${WORKERS:-4}'" || return 1
  step rewriting "$DATA/rewritten/rewrite.json" assay corpus rewrite "$DATA/arena" --out "$DATA/rewritten" \
    --model "${WRITER:-house/expert}" --checker-model "${CHECKER:-house/expert}" --problems "$problems" || return 1
  step "teacher episodes" "$DATA/teacher/stages/1-sft/rows.done.json" assay eval run --model "$TEACHER" --suite "$problems" --market "$market" \
    --tools "$tools" --max-observation "$observation" --max-turns "$turns" -k 2 --workers 4 --ledger "$LEDGER" --out "$DATA/teacher-episodes" || return 1
  step "teacher rows" "$DATA/teacher/stages/1-sft/rows.done.json" bash -c \
    "cd '$BUNDLE' && '$NODE' scripts/make-teacher-rows.ts --recipe '$RECIPE' --market '$market' --problems '$problems' --episodes '$DATA/teacher-episodes' --out '$DATA/teacher'"
}

make_arms() {
  local equal optional=()
  [ -e "$DATA/rewritten/rewrite.json" ] && optional+=(--rewritten "$DATA/rewritten")
  [ -e "$DATA/teacher/stages/1-sft/rows.done.json" ] && optional+=(--teacher "$DATA/teacher")
  [ -n "${MODEL:-}" ] && optional+=(--tokenizer "$MODEL")
  [ -n "${BUILD:-}" ] && optional+=(--arms "$BUILD")
  [ -n "${PER_PROBLEM:-}" ] && optional+=(--per-problem "$PER_PROBLEM")
  for equal in ${EQUAL:-rows tokens}; do
    local out=$ABLATION
    [ "$equal" = tokens ] && out=${ABLATION%-rows}-tokens
    step "arms of equal $equal" "$out/ablation.json" assay train ablation --data "$DATA/arena" --corpus "$DATA/release" \
      --problems "$DATA/problems/problems.jsonl" --recipe "$RECIPE" --equal "$equal" --ledger "$LEDGER" --out "$out" "${optional[@]}" || return 1
  done
}

run_words() { # arm, seed, folder, seconds, stage
  words=(train run --recipe "$RECIPE" --stage "$5" --out "$3" --python "$PYTHON" --deadline "$4" --ledger "$LEDGER" --json --set "seed=$2")
  [ -n "${MODEL:-}" ] && words+=(--set "model.folder=\"$MODEL\"")
  local each own=SET_$1
  for each in ${SET:-} ${!own:-}; do words+=(--set "$each"); done
}

is_done() { # folder, stage folder
  [ -e "$1/stages/$2/evaluation.done.json" ]
}

train_one() { # arm, seed, stage, stage folder
  local folder=$WORK/$1 seconds words=()
  [ "$1" = base ] || folder=$WORK/$1/seed-$2
  if is_done "$folder" "$4"; then say "$1 seed $2: done before"; return 0; fi
  seconds=$(left)
  [ "$seconds" -lt "$DEADLINE" ] || seconds=$DEADLINE
  if [ "$seconds" -lt "$LEAST_SECONDS" ]; then say "$1 seed $2: no time left"; return 1; fi
  mkdir -p "$folder"
  if [ "$1" != base ]; then
    [ -e "$folder/stages/1-sft/rows.done.json" ] || cp -r "$rows/$1/." "$folder/" || return 1
    # The untrained model is the same for all arms, and so is its evaluation.
    [ -e "$folder/stages/0-base" ] || cp -rp "$WORK/base/stages/0-base" "$folder/stages/" 2>/dev/null
  fi
  run_words "$1" "$2" "$folder" "$seconds" "$3"
  say "$1 seed $2 begins, $seconds s"
  # An interrupt lets the program end cleanly; it is killed only if it does not react.
  (cd "$BUNDLE" && exec timeout --signal=INT --kill-after=20 $((seconds + 20)) "$NODE" "$program" "${words[@]}") >>"$folder/log.jsonl" 2>&1
  local code=$?
  is_done "$folder" "$4" || say "$1 seed $2 is not measured whole: $(grep -v '"event":"\(progress\|trainer\)"' "$folder/log.jsonl" | tail -1 | cut -c 1-300)"
  say "$1 seed $2 ended with code $code"
}

floors() {
  local floor
  for floor in echo top1 script; do
    step "policy/$floor" "$WORK/floors/$floor/.done" assay eval run --model "policy/$floor" --suite "$(setting suites.dev)" --tools "$(setting harness.tools)" \
      --max-observation "$(setting harness.max_observation)" -k 1 --no-greedy --workers 1 --ledger "$LEDGER" --out "$WORK/floors/$floor" >/dev/null &&
      touch "$WORK/floors/$floor/.done"
  done
}

train_all() {
  rows=$(unpacked "$ABLATION") && [ -n "$rows" ] || { say "no arms in $ABLATION"; return 2; }
  cp "$rows/ablation.json" "$WORK/"
  floors &
  local floors=$!
  train_one base 0 base 0-base
  wait $floors
  local arm seed
  for seed in $SEEDS; do
    for arm in $ARMS; do
      [ -d "$rows/$arm" ] || { say "$arm: no rows"; continue; }
      while [ "$(jobs -rp | wc -l)" -ge "$PARALLEL" ]; do wait -n; done
      train_one "$arm" "$seed" sft 1-sft &
    done
  done
  wait
}

# One plan for all final arms, recorded before the suite is first used; each arm is measured once.
final() {
  local plan=$WORK/final-plan.json arm folder port=8791 served
  # shellcheck disable=SC2086
  [ -e "$plan" ] || "$PYTHON" - "$RECIPE" $FINAL >"$plan" <<'PYTHON' || return 1
import json, sys

recipe, *arms = sys.argv[1:]
with open(recipe) as file:
    recipe = json.load(file)
print(json.dumps({
    "version": 1, "suite": "heldout-75",
    "models": [{"label": arm, "checkpoint": f"{arm}-seed-1"} for arm in arms],
    "comparisons": [[arms[0], arm] for arm in arms[1:]],
    "k": 8, "seeds": [1], "temperature": 0.6, "harness": recipe["harness"]["tools"],
    "stop_rule": "when every episode is measured"}, indent=2))
PYTHON
  step plan "$WORK/final-plan.done" assay eval plan "$plan" --ledger "$LEDGER" && touch "$WORK/final-plan.done"
  for arm in $FINAL; do
    folder=$WORK/$arm/seed-1
    [ -e "$WORK/final/$arm/.done" ] && { say "final $arm: done before"; continue; }
    is_done "$folder" 1-sft || { say "final $arm: not trained"; continue; }
    (cd "$BUNDLE" && exec "$NODE" "$program" train serve "$folder" --stage sft --port $port --python "$PYTHON") >>"$LOG" 2>&1 &
    served=$!
    for _ in $(seq 240); do (exec 3<>/dev/tcp/127.0.0.1/$port) 2>/dev/null && break; sleep 1; done
    step "final $arm" "$WORK/final/$arm/.done" assay eval run --base-url http://127.0.0.1:$port/v1 --model student --label "$arm" --experiment docs/experiment.md \
      --checkpoint "$arm-seed-1" --suite suites/heldout-75 --plan "$plan" -k 8 --temperature 0.6 --tools "$(setting harness.tools)" \
      --max-observation "$(setting harness.max_observation)" --max-turns "$(setting harness.max_turns)" --max-tokens "$(setting harness.max_tokens)" \
      --workers 128 --prompt-price 0 --completion-price 0 --ledger "$LEDGER" --out "$WORK/final/$arm" && touch "$WORK/final/$arm/.done"
    kill $served 2>/dev/null
    wait $served 2>/dev/null
  done
}

report() { assay train arms "$WORK" 2>&1 | tee "$WORK/report.txt"; }

pack() {
  local -a kept=()
  local file arm shard
  while IFS= read -r file; do kept+=("$file"); done < <(cd "$WORK" && find . \
    \( -name .rows -o -name checkpoint -o -name model -o -name '*.safetensors' -o -name transcripts.jsonl -o -name rows.jsonl -o -name '*.new' \) \
    -prune -o -type f -print)
  tar -czf "$OUT/results.tar.gz" -C "$WORK" "${kept[@]}"
  for arm in ${KEEP:-}; do
    for shard in "$WORK/$arm/adapters/sft"/*; do cp "$shard" "$OUT/${arm//\//--}--$(basename "$shard")"; done
  done
  say "packed ${#kept[@]} files, $(stat -c %s "$OUT/results.tar.gz") bytes"
}

if [ -n "${EARLIER:-}" ] && [ ! -e "$WORK/.earlier" ]; then
  # Continuing without it would spend GPU time on arms that are already measured.
  unpack "$EARLIER" "$WORK" || { say "EARLIER=$EARLIER cannot be unpacked; give the archive that pack or samples/ has"; exit 2; }
  # An archive has no weights: a training that was not measured starts again.
  for seed in "$WORK"/*/seed-*; do
    [ ! -d "$seed" ] || is_done "$seed" 1-sft || rm -rf "$seed"
  done
  touch "$WORK/.earlier"
fi
case $stage in
  corpus) make_corpus ;;
  arms) make_arms ;;
  train) train_all && report && pack ;;
  final) final && pack ;;
  report) report ;;
  pack) pack ;;
  *) usage "${BASH_SOURCE[0]}" ;;
esac
