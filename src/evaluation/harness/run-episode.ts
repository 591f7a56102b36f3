import type { Endpoint, MeasuredCompletion } from '../../chat/client.ts';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import { MarketShopWindow } from '../../tools/market-shop-window.ts';
import { type AnsweredCall, Conversation } from './conversation.ts';
import type { Ending, EpisodeOutcome, TurnTrace } from './episode.ts';
import type { Harness } from './harness.ts';
import { type MadeCall, readTurn } from './read-turn.ts';
import { type RunCall, runCall } from './run-call.ts';
import { scoreEpisode, type ToldTurn } from './score-episode.ts';
import { turnSeed } from './turn-seed.ts';
import { WitnessedWindow } from './witnessed-window.ts';

export interface EpisodeOrder {
  readonly problem: Problem;
  readonly harness: Harness;
  readonly endpoint: Endpoint;
  readonly search: Search;
  /** For a harness with `web_search`. */
  readonly web?: WebSearch | undefined;
  readonly maxTurns: number;
  /** The request but for its messages and tools: model, temperature, seed of the episode, limits. */
  readonly request: { readonly model: string; readonly seed?: number; readonly [field: string]: unknown };
  /** Sends the seed of the episode with every turn. For simulated models, which draw their skill for a whole episode from it. */
  readonly keepsSeed?: boolean;
  /** By words when left out. */
  readonly titles?: TitleMeasure | undefined;
  readonly signal?: AbortSignal;
}

/** So many answers in a row that call nothing, and the model is taken to have stopped. */
const PATIENCE = 3;
/** In so many answers the same call that was refused before, and the model is taken not to read what it is told. */
const MAX_SAME_INVALID = 3;
/** Of one answer; the others are refused, so that one answer cannot buy an unbounded search. */
const MAX_CALLS = 8;
/** An answer of a few thousand tokens has a tenth of it. */
const MAX_ANSWER_CHARACTERS = 200_000;

/** One model on one problem, turn by turn, until it ends, its turns do, or the provider fails. */
export async function runEpisode(order: EpisodeOrder): Promise<EpisodeOutcome> {
  const { problem, harness, endpoint, search, web, maxTurns, request, signal } = order;
  const window = new WitnessedWindow(new MarketShopWindow(search, web));
  const conversation = new Conversation(harness, problem.query);
  const turns: TurnTrace[] = [];
  const told: ToldTurn[] = [];
  const tally = new Tally();
  let ending: Ending | undefined;
  let idle = 0;
  for (let turn = 1; turn <= maxTurns && ending === undefined; turn++) {
    const body = {
      ...request,
      ...(request.seed !== undefined && order.keepsSeed !== true && { seed: turnSeed(request.seed, turn) }),
      messages: conversation.messages,
      ...(harness.schemas.length > 0 && { tools: harness.schemas }),
    };
    const reply = await endpoint.ask(body, signal);
    if (reply.kind === 'failure') return { ...reply, kind: 'provider failure', turn };
    if (reply.kind === 'context full') {
      ending = 'context full';
      break;
    }
    const { completion } = reply;
    turns.push(traceOf(completion, reply.retries));
    if (lengthOf(completion) > MAX_ANSWER_CHARACTERS) {
      ending = 'answer too long';
      break;
    }
    const { thought, calls } = readTurn(completion);
    tally.answered(completion, calls.length);
    if (calls.length === 0) {
      if (tally.recommended) ending = 'finished without terminate';
      else if (++idle >= PATIENCE) ending = 'stopped calling';
      conversation.addIdle(completion);
      continue;
    }
    idle = 0;
    const answered: AnsweredCall[] = [];
    const run: RunCall[] = [];
    for (const call of withIds(calls, turn)) {
      const result = run.length < MAX_CALLS ? await runCall(call, harness, window) : refusedCall(call);
      run.push(result);
      answered.push({ call, observation: result.observation });
      tally.called(call.name, result);
      if (call.name === 'terminate' && result.valid) ending = 'terminated';
      else if (!result.valid && tally.timesRefused(result.key, turn) >= MAX_SAME_INVALID)
        ending = 'repeated invalid call';
      if (ending !== undefined) break;
    }
    told.push({ thought, calls: run.flatMap((each) => each.told ?? []) });
    conversation.addTurn(completion, answered);
  }
  const scores = await scoreEpisode(problem, told, window, search, order.titles);
  const counts = { turns: turns.length, ...tally.counts() };
  ending ??= counts.repeats * 2 > counts.calls ? 'looped' : 'out of turns';
  return { kind: 'episode', episode: { ending, counts, ...scores, messages: conversation.messages, turns } };
}

class Tally {
  recommended = false;
  readonly #keys = new Set<string>();
  readonly #unseen = new Set<string>();
  readonly #refused = new Map<string, Set<number>>();
  #calls = 0;
  #valid = 0;
  #repeats = 0;
  #idle = 0;
  #cutOff = 0;

  answered({ finishReason }: MeasuredCompletion, calls: number): void {
    if (calls === 0) this.#idle++;
    if (finishReason === 'length') this.#cutOff++;
  }

  called(name: string, { valid, key, unseen }: RunCall): void {
    this.#calls++;
    if (valid) this.#valid++;
    if (this.#keys.has(key)) this.#repeats++;
    this.#keys.add(key);
    for (const id of unseen) this.#unseen.add(id);
    if (name === 'recommend_product' && valid) this.recommended = true;
  }

  /** In how many answers so far. Twice in one answer is once: the model had not read the error yet. */
  timesRefused(key: string, turn: number): number {
    const turns = this.#refused.get(key) ?? new Set();
    this.#refused.set(key, turns.add(turn));
    return turns.size;
  }

  counts() {
    return {
      calls: this.#calls,
      validCalls: this.#valid,
      repeats: this.#repeats,
      unseenProducts: this.#unseen.size,
      idleAnswers: this.#idle,
      cutOff: this.#cutOff,
    };
  }
}

/** Ids that are missing, or given twice, would leave the answers of calls without an owner. */
function withIds(calls: readonly MadeCall[], turn: number): readonly MadeCall[] {
  const used = new Set<string>();
  return calls.map((call, place) => {
    const id = call.id === '' || call.id.length > 100 || used.has(call.id) ? `call_${turn}_${place}` : call.id;
    used.add(id);
    return { ...call, id };
  });
}

function refusedCall({ name, written }: MadeCall): RunCall {
  const error = `Only ${MAX_CALLS} calls of one answer are run.`;
  return { valid: false, observation: JSON.stringify({ error }), told: null, key: `${name} ${written}`, unseen: [] };
}

function lengthOf({ text, reasoning, toolCalls }: MeasuredCompletion): number {
  return toolCalls.reduce(
    (sum, call) => sum + call.name.length + call.arguments.length,
    text.length + reasoning.length,
  );
}

function traceOf(completion: MeasuredCompletion, retries: number): TurnTrace {
  const { finishReason, usage, secondsToFirst, seconds, tokens } = completion;
  return {
    finishReason,
    promptTokens: usage?.prompt_tokens ?? null,
    completionTokens: usage?.completion_tokens ?? null,
    secondsToFirst,
    seconds,
    retries,
    tokens,
  };
}
