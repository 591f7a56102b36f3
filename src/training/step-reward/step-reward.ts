import type { ReadMessage } from '../../chat/read-message.ts';
import { roundToMillionth } from '../../statistics/round-to-millionth.ts';
import type { Tool } from '../../tools/tool.ts';
import { ARGUMENTS_WEIGHT, type CallMatches, matchCalls, NAME_WEIGHT, type SameTarget } from './match-calls.ts';
import { type ReadCall, readCall } from './read-call.ts';
import { idsNamed, type SeenBefore, seenBefore } from './seen-before.ts';
import { callsOf, type SpokenAnswer } from './spoken-step.ts';
import { takesCall } from './takes-call.ts';
import type { TeacherCall, Teaching } from './teacher-call.ts';

export interface Step {
  /** The conversation up to the answer. */
  readonly prompt: readonly ReadMessage[];
  readonly answer: SpokenAnswer;
  readonly teaching: Teaching;
}

export interface StepReward {
  /** The sum of the parts, from -0.5 to 1. */
  readonly reward: number;
  readonly parts: {
    readonly format: number;
    readonly name: number;
    readonly arguments: number;
    readonly repeat: number;
    readonly unseen: number;
  };
  /** Index of the teacher action that it was rewarded for; `null` if none matches, or with a pool. */
  readonly matched: number | null;
  /** Calls of the pool that it used up. */
  readonly used: readonly number[];
}

export interface RewardOptions {
  readonly tools: readonly Tool[];
  readonly sameTarget?: SameTarget | undefined;
}

const FORMAT_WEIGHT = 0.1;
const REPEAT = -0.2;
const UNSEEN = -0.3;

interface Credit {
  readonly format: number;
  readonly name: number;
  readonly arguments: number;
}

const NO_CREDIT: Credit = { format: 0, name: 0, arguments: 0 };
const FULL_CREDIT: Credit = { format: FORMAT_WEIGHT, name: NAME_WEIGHT, arguments: ARGUMENTS_WEIGHT };

/**
 * Rewards one answer by comparing it with what teachers did: a tenth for calls that tools accept, the rest for
 * matching the teacher's calls. The sum is divided by the larger number of calls, so that neither fewer nor more
 * calls pay off. Repeating a call, or naming ids that were never shown, is penalised unless a teacher does it in this
 * state.
 */
export async function stepReward(step: Step, { tools, sameTarget }: RewardOptions): Promise<StepReward> {
  const before = seenBefore(step.prompt, tools);
  const made = callsOf(step.answer);
  const read = made.map(({ name, parameters, written }) => readCall(name, parameters ?? written, tools));
  const taken: (ReadCall | null)[] = [];
  for (const [place, call] of read.entries())
    taken.push((await isTaken(call, made[place]!.parameters, tools)) ? call : null);
  const answer: Answer = { taken, before };
  const { credit, matched, used } =
    step.teaching.kind === 'pool'
      ? await creditFromPool(answer, step.teaching.calls, { tools, sameTarget })
      : await creditFromActions(
          answer,
          step.teaching.actions.map((action) => ({ calls: taught(action, tools), isSilent: action.length === 0 })),
          sameTarget,
        );
  const shown = new Set(taughtHere(step.teaching, tools).flatMap((call) => idsNamed(call.arguments!)));
  const named = read.flatMap((call, place) => idsNamed(call.arguments ?? made[place]!.parameters ?? {}));
  const parts = {
    format: roundToMillionth(credit.format),
    name: roundToMillionth(credit.name),
    arguments: roundToMillionth(credit.arguments),
    repeat: repeats(read, before, step.teaching, tools) ? REPEAT : 0,
    unseen: named.some((id) => !shown.has(id) && !before.hasShown(id)) ? UNSEEN : 0,
  };
  const reward = roundToMillionth(parts.format + parts.name + parts.arguments + parts.repeat + parts.unseen);
  return { reward, parts, matched, used };
}

interface Answer {
  /** `null` for a call that no tool accepts. */
  readonly taken: readonly (ReadCall | null)[];
  readonly before: SeenBefore;
}

interface TaughtAction {
  readonly calls: readonly ReadCall[];
  /** The teacher made no call. This differs from calls that no tool here accepts. */
  readonly isSilent: boolean;
}

interface Credited {
  readonly credit: Credit;
  readonly matched: number | null;
  readonly used: readonly number[];
}

async function isTaken(call: ReadCall, parameters: unknown, tools: readonly Tool[]): Promise<boolean> {
  const tool = tools.find(({ name }) => name === call.name);
  return tool !== undefined && call.arguments !== null && (await takesCall(tool, parameters));
}

/** Drops calls that no tool of the harness accepts, because a student cannot make them. */
function taught(calls: readonly TeacherCall[], tools: readonly Tool[]): readonly ReadCall[] {
  return calls
    .map(({ name, arguments: given }) => readCall(name, given, tools))
    .filter((call) => call.arguments !== null);
}

/** A pool is not specific to this state, so its ids do not count as shown: the student may know them only by heart. */
function taughtHere(teaching: Teaching, tools: readonly Tool[]): readonly ReadCall[] {
  return teaching.kind === 'pool' ? [] : taught(teaching.actions.flat(), tools);
}

async function creditFromActions(
  { taken }: Answer,
  actions: readonly TaughtAction[],
  sameTarget: SameTarget | undefined,
): Promise<Credited> {
  let best: Credited = { credit: NO_CREDIT, matched: null, used: [] };
  for (const [place, { calls: action, isSilent }] of actions.entries()) {
    if (isSilent && taken.length === 0) return { credit: FULL_CREDIT, matched: place, used: [] };
    // Whether ending was right is decided by the outcome; a step that only ends earns nothing here.
    if (taken.length === 0 || (includes(taken, 'terminate') && !includes(action, 'terminate'))) continue;
    const held = await matchCalls(taken, action, sameTarget);
    const credit = creditOf(held, taken, Math.max(taken.length, action.length));
    const isBetter = sum(credit) > sum(best.credit);
    if (isBetter) best = { credit, matched: held.names > 0 ? place : null, used: [] };
  }
  return best;
}

/** The format alone earns nothing here: over many turns it would reward endless searching. */
async function creditFromPool(
  { taken, before }: Answer,
  pool: readonly TeacherCall[],
  { tools, sameTarget }: RewardOptions,
): Promise<Credited> {
  const endsEarly = includes(taken, 'terminate') && !before.recommended && !includes(taken, 'recommend_product');
  if (endsEarly) return { credit: NO_CREDIT, matched: null, used: [] };
  const places = pool.flatMap((call, place) => (taught([call], tools).length > 0 ? [place] : []));
  const held = await matchCalls(taken, taught(pool, tools), sameTarget);
  return {
    credit: held.names === 0 ? NO_CREDIT : creditOf(held, taken, taken.length),
    matched: null,
    used: held.pairs.map(([, column]) => places[column]!).sort((left, right) => left - right),
  };
}

function creditOf({ names, likeness }: CallMatches, taken: Answer['taken'], calls: number): Credit {
  return {
    format: taken.every((call) => call !== null) ? FORMAT_WEIGHT : 0,
    name: (NAME_WEIGHT * names) / calls,
    arguments: (ARGUMENTS_WEIGHT * likeness) / calls,
  };
}

function includes(calls: readonly (ReadCall | null)[], name: string): boolean {
  return calls.some((call) => call?.name === name);
}

/** Repeating a call is allowed as often as a teacher makes it here. */
function repeats(
  calls: readonly ReadCall[],
  { asked }: SeenBefore,
  teaching: Teaching,
  tools: readonly Tool[],
): boolean {
  const actions = teaching.kind === 'pool' ? [teaching.calls] : teaching.actions;
  const counts = actions.map((action) => countsOf(taught(action, tools)));
  return [...countsOf(calls)].some(([key, count]) => {
    const allowed = Math.max(asked.has(key) ? 0 : 1, ...counts.map((each) => each.get(key) ?? 0));
    return count > allowed;
  });
}

function countsOf(calls: readonly ReadCall[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of calls) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function sum({ format, name, arguments: likeness }: Credit): number {
  return format + name + likeness;
}
