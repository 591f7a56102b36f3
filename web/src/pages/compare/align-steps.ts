import type { Row } from '../attempt/build-rows.ts';
import { normalArguments } from '../attempt/normal-arguments.ts';
import { callsOf } from '../attempt/row-label.ts';

/** A pair of rows, one of each attempt; `null` if one attempt has no matching row. */
export interface AlignedStep {
  readonly left: number | null;
  readonly right: number | null;
  /** `same`: both made the same calls. `other`: the same tools, with other arguments. */
  readonly kind: 'same' | 'other' | 'alone';
}

/** Limit on the aligned steps: the work grows with its square. Later steps are not aligned. */
const MOST = 400;
const SAME = 4;
const ALIKE = 1;

/** Aligns the rows of two attempts, keeping the order of both, so that as many as possible match. */
export function alignSteps(left: readonly Row[], right: readonly Row[]): readonly AlignedStep[] {
  const [ours, theirs] = [left.slice(0, MOST).map(doneIn), right.slice(0, MOST).map(doneIn)];
  const width = theirs.length + 1;
  const best = new Int32Array((ours.length + 1) * width);
  for (let i = ours.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      const alone = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
      best[i * width + j] = Math.max(alone, best[(i + 1) * width + j + 1]! + worth(ours[i]!, theirs[j]!));
    }
  }
  const steps: AlignedStep[] = [];
  let [i, j] = [0, 0];
  while (i < ours.length && j < theirs.length) {
    const value = worth(ours[i]!, theirs[j]!);
    if (value > 0 && best[i * width + j] === best[(i + 1) * width + j + 1]! + value) {
      steps.push({ left: i++, right: j++, kind: value === SAME ? 'same' : 'other' });
    } else if (best[(i + 1) * width + j]! >= best[i * width + j + 1]!) {
      steps.push({ left: i++, right: null, kind: 'alone' });
    } else {
      steps.push({ left: null, right: j++, kind: 'alone' });
    }
  }
  for (; i < left.length; i++) steps.push({ left: i, right: null, kind: 'alone' });
  for (; j < right.length; j++) steps.push({ left: null, right: j, kind: 'alone' });
  return steps;
}

/** Index of the first step that is not the same in both; -1 if there is none. */
export function firstDifferenceIndex(steps: readonly AlignedStep[]): number {
  return steps.findIndex(({ kind }) => kind !== 'same');
}

interface Done {
  /** Tool calls with their arguments, in order. */
  readonly calls: string;
  /** Names of the tools, without repetitions. */
  readonly tools: string;
}

/**
 * Taken from the record if the row has recorded calls. Tools that make no network call, such as a recommendation, are
 * taken from the claims.
 */
function doneIn(row: Row): Done {
  const recorded = callsOf(row).filter(({ kind }) => kind !== 'inference');
  const told =
    row.kind === 'step' ? row.step.calls.map(({ name, parameters }) => [name, normalArguments(parameters)]) : [];
  const calls =
    recorded.length > 0 ? recorded.map(({ path, parameters }) => [path, normalArguments(parameters)]) : told;
  const tools = [...new Set(calls.map(([name]) => name))];
  return { calls: JSON.stringify(calls), tools: JSON.stringify(tools) };
}

function worth(one: Done, other: Done): number {
  if (one.calls === other.calls) return SAME;
  return one.tools === other.tools ? ALIKE : 0;
}
