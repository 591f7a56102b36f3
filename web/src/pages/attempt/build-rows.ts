import type { ClaimedStep } from './claimed-step.ts';
import { findThoughts, isTelling } from './find-thoughts.ts';
import { type PairedCall, pairCalls } from './pair-calls.ts';
import type { RecordedCall } from './recorded-call.ts';

/** Whether a claimed thought or response occurs in a recorded model answer. */
export type ThoughtOrigin = 'recorded' | 'not recorded' | 'none' | 'unchecked';

export interface StepRow {
  readonly kind: 'step';
  readonly step: ClaimedStep;
  readonly thought: ThoughtOrigin;
  readonly response: ThoughtOrigin;
  /** The completions that contain the thought and the response. */
  readonly saidIn: { readonly thought: RecordedCall | undefined; readonly response: RecordedCall | undefined };
  readonly calls: readonly PairedCall[];
  /** Calls that the gateway recorded during the step, in order: completions, and calls with or without a claim. */
  readonly recorded: readonly RecordedCall[];
}

/** A recorded call shown outside of any step. */
interface CallRow {
  readonly kind: 'call';
  readonly call: RecordedCall;
}

export type Row = StepRow | CallRow;

/** Limit on unclaimed calls shown in a step. With hundreds of them a step would be longer than any screen. */
const MOST_BESIDE = 12;

/** Merges the claimed steps and the recorded calls into one list, in the order of events as far as it is known. */
export function buildRows(steps: readonly ClaimedStep[], recorded: readonly RecordedCall[] | null): readonly Row[] {
  const ordered = (recorded ?? []).toSorted((left, right) => left.sequence - right.sequence);
  const pairs = Map.groupBy(pairCalls(steps, recorded === null ? null : ordered), ({ step }) => step);
  const thoughts = findThoughts(
    steps.map(({ number, think }) => ({ number, words: think })),
    ordered,
  );
  const responses = findThoughts(
    steps.map(({ number, response }) => ({ number, words: response })),
    ordered,
  );
  const owners = new Map<RecordedCall, number>();
  for (const [step, paired] of pairs)
    for (const call of paired.flatMap((each) => each.recorded)) owners.set(call, step);
  for (const [step, call] of thoughts) if (!owners.has(call)) owners.set(call, step);
  const beside = shareOut(steps, ordered, owners);
  const rows = steps.flatMap((step): Row[] => {
    const calls = pairs.get(step.number) ?? [];
    const all = beside.get(step.number) ?? [];
    const claimed = new Set(calls.flatMap((call) => call.recorded));
    const others = all.filter((call) => !claimed.has(call));
    const above = new Set(others.slice(0, Math.max(0, others.length - MOST_BESIDE)));
    return [
      ...[...above].map((call) => ({ kind: 'call' as const, call })),
      {
        kind: 'step',
        step,
        thought: originOf(step.think, thoughts.has(step.number), recorded),
        response: originOf(step.response, responses.has(step.number), recorded),
        saidIn: { thought: thoughts.get(step.number), response: responses.get(step.number) },
        calls,
        recorded: all.filter((call) => !above.has(call)),
      },
    ];
  });
  return [...rows, ...(beside.get(AFTERWARDS) ?? []).map((call) => ({ kind: 'call' as const, call }))];
}

const AFTERWARDS = 0;

/**
 * Assigns every recorded call to its own step, else to the first step known to have ended after it. Calls after all
 * known ends go to the step after the last known one, or to none if there is no such step.
 */
function shareOut(
  steps: readonly ClaimedStep[],
  ordered: readonly RecordedCall[],
  owners: ReadonlyMap<RecordedCall, number>,
): ReadonlyMap<number, RecordedCall[]> {
  const ends: { readonly step: number; readonly sequence: number }[] = [];
  const last = new Map<number, number>();
  for (const [{ sequence }, step] of owners) last.set(step, Math.max(last.get(step) ?? 0, sequence));
  for (const { number } of steps) {
    const sequence = last.get(number);
    if (sequence !== undefined && sequence > (ends.at(-1)?.sequence ?? 0)) ends.push({ step: number, sequence });
  }
  const next = (ends.at(-1)?.step ?? 0) + 1;
  const tail = steps.some(({ number }) => number === next) ? next : AFTERWARDS;
  let at = 0;
  return Map.groupBy(ordered, (call) => {
    const owner = owners.get(call);
    if (owner !== undefined) return owner;
    while (at < ends.length && ends[at]!.sequence < call.sequence) at++;
    return ends[at]?.step ?? tail;
  });
}

function originOf(words: string | null, isRecorded: boolean, recorded: readonly RecordedCall[] | null): ThoughtOrigin {
  if (words === null) return 'none';
  if (recorded === null) return 'unchecked';
  if (isRecorded) return 'recorded';
  return isTelling(words) ? 'not recorded' : 'unchecked';
}
