import type { Row, StepRow, ThoughtOrigin } from './build-rows.ts';
import type { PairedCall } from './pair-calls.ts';
import type { RecordedCall } from './recorded-call.ts';

type Words = 'thought' | 'response';

/** A recorded model call: its prompt and its answer. */
export interface ModelPart {
  readonly kind: 'model';
  readonly call: RecordedCall;
  /** The step's claimed words that the answer contains. */
  readonly told: readonly Words[];
}

/** Any other recorded call, with the claim about it. */
interface ToolPart {
  readonly kind: 'tool';
  readonly call: RecordedCall;
  /** `null` if the dialogue does not mention the call. */
  readonly claim: PairedCall | null;
}

/** A claimed call without a matching recorded call. */
interface ClaimPart {
  readonly kind: 'claim';
  readonly claim: PairedCall;
}

/** Claimed words that no answer of this step contains. */
interface WordsPart {
  readonly kind: 'words';
  readonly what: Words;
  readonly text: string;
  readonly origin: Exclude<ThoughtOrigin, 'none'>;
  readonly saidIn: RecordedCall | undefined;
}

export type ConversationPart = ModelPart | ToolPart | ClaimPart | WordsPart;

/**
 * One row as a conversation: every recorded call once, in order, with the claims about it. A claim without a recorded
 * call is placed before the call of the next claim, because the dialogue is ordered too.
 */
export function conversationParts(row: Row): readonly ConversationPart[] {
  if (row.kind === 'call') return [recordedPart(row.call, null, [])];
  const claims = new Map(row.calls.flatMap((claim) => claim.recorded.map((call) => [call, claim] as const)));
  const { before, after, last } = placeClaims(row);
  const parts = row.recorded.flatMap((call) => [
    ...(before.get(call) ?? []),
    recordedPart(call, claims.get(call) ?? null, toldIn(row, call)),
    ...(after.get(call) ?? []),
  ]);
  return [...parts, ...last, ...wordsOf(row, 'response')];
}

function recordedPart(call: RecordedCall, claim: PairedCall | null, told: readonly Words[]): ConversationPart {
  return call.kind === 'inference' ? { kind: 'model', call, told } : { kind: 'tool', call, claim };
}

interface Places {
  readonly before: ReadonlyMap<RecordedCall, readonly ConversationPart[]>;
  readonly after: ReadonlyMap<RecordedCall, readonly ConversationPart[]>;
  /** Placed after all recorded calls. */
  readonly last: readonly ConversationPart[];
}

/** Goes from the last claim to the first, because a claim is placed before the call of the next one. */
function placeClaims(row: StepRow): Places {
  const before = new Map<RecordedCall, ConversationPart[]>();
  const after = new Map<RecordedCall, ConversationPart[]>();
  const last: ConversationPart[] = [];
  let next: RecordedCall | undefined;
  const put = (part: ConversationPart): void => void (next === undefined ? last : listAt(before, next)).push(part);
  for (const claim of row.calls.toReversed()) {
    const end = claim.recorded.at(-1);
    if (end === undefined) put({ kind: 'claim', claim });
    // A composed tool computes its result from several calls, so it is placed after them.
    else if (claim.match === 'composed') listAt(after, end).push({ kind: 'claim', claim });
    next = claim.recorded[0] ?? next;
  }
  for (const part of wordsOf(row, 'thought')) put(part);
  for (const parts of [...before.values(), ...after.values(), last]) parts.reverse();
  return { before, after, last };
}

function listAt(lists: Map<RecordedCall, ConversationPart[]>, call: RecordedCall): ConversationPart[] {
  const list = lists.get(call) ?? [];
  lists.set(call, list);
  return list;
}

/** Empty if an answer of the step contains the words, and for a response that repeats the thought. */
function wordsOf(row: StepRow, what: Words): readonly WordsPart[] {
  const { step, saidIn } = row;
  const text = what === 'thought' ? step.think : step.response;
  const origin = row[what];
  const call = saidIn[what];
  if (text === null || origin === 'none' || (what === 'response' && text === step.think)) return [];
  return call !== undefined && row.recorded.includes(call) ? [] : [{ kind: 'words', what, text, origin, saidIn: call }];
}

function toldIn({ saidIn, step }: StepRow, call: RecordedCall): readonly Words[] {
  const isRepeated = step.response === step.think;
  return (['thought', 'response'] as const).filter(
    (what) => saidIn[what] === call && !(what === 'response' && isRepeated),
  );
}
