import type { Row } from '../attempt/build-rows.ts';
import { normalArguments } from '../attempt/normal-arguments.ts';
import { callsOf } from '../attempt/row-label.ts';

/** One place of both attempts: a row of each, or of one where the other has none. */
export interface AlignedStep {
  readonly left: number | null;
  readonly right: number | null;
  /** `same`: both asked the market for the same. `other`: they did the same kind of thing in another way. */
  readonly kind: 'same' | 'other' | 'alone';
}

/** Comparing everything with everything takes this many times this many steps; what is longer is aligned up to here. */
const MOST = 400;
const SAME = 4;
const ALIKE = 1;

/** Rows of two attempts beside each other, in the order of both, so that as many as possible did the same. */
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

/** Where they part: the first place at which they do not the same; -1 for two that never do. */
export function firstDifferenceIndex(steps: readonly AlignedStep[]): number {
  return steps.findIndex(({ kind }) => kind !== 'same');
}

interface Done {
  /** What was asked of the market, in order. */
  readonly calls: string;
  /** With which tools, however often. */
  readonly tools: string;
}

/** By the record where there is one; tools that leave no trace there, such as a recommendation, by what is told. */
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
