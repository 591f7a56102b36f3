import type { ChatCompletion } from '../../chat/read-response.ts';
import type { ChatMessage } from '../../chat/schema.ts';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import { IndexMarketView } from '../../tools/index-market-view.ts';
import { type AnsweredCall, Conversation } from './conversation.ts';
import type { Ending, Episode } from './episode.ts';
import type { Harness } from './harness.ts';
import { type MadeCall, readTurn } from './read-turn.ts';
import { RecordingMarketView } from './recording-market-view.ts';
import { type RunCall, runCall } from './run-call.ts';
import { scoreEpisode, type ToldTurn } from './score-episode.ts';

export interface EpisodeStart {
  readonly problem: Problem;
  readonly harness: Harness;
  readonly search: Search;
  /** Needed by a harness with `web_search`. */
  readonly web?: WebSearch | undefined;
  readonly maxTurns: number;
  /** Default: titles are compared by words. */
  readonly titles?: TitleMeasure | undefined;
}

/** After this many consecutive answers without a call, the model counts as stopped. */
const IDLE_TURNS = 3;
/** The episode ends after this many answers with the same invalid call: the model ignores the error messages. */
const MAX_SAME_INVALID = 3;
/**
 * Maximum calls per answer. Further calls are rejected, so that one answer cannot cause an unbounded number of
 * searches.
 */
const MAX_CALLS = 8;
/** Ten times the length of an answer of a few thousand tokens. */
const MAX_ANSWER_CHARACTERS = 200_000;

/**
 * An episode in progress. It takes the answers of a model one by one, whether this process queries the model or a
 * client of the environment server does. In both cases limits, endings and scores are the same.
 */
export class LiveEpisode {
  readonly #start: EpisodeStart;
  readonly #market: RecordingMarketView;
  readonly #conversation: Conversation;
  readonly #told: ToldTurn[] = [];
  readonly #tally = new Tally();
  #turns = 0;
  /** Consecutive answers without calls. */
  #idle = 0;
  #ending: Ending | undefined;

  constructor(start: EpisodeStart) {
    this.#start = start;
    this.#market = new RecordingMarketView(new IndexMarketView(start.search, start.web));
    this.#conversation = new Conversation(start.harness, start.problem.query);
  }

  get messages(): readonly ChatMessage[] {
    return this.#conversation.messages;
  }

  /** Number of answers so far. */
  get turns(): number {
    return this.#turns;
  }

  /** `undefined` while the episode is running. */
  get ending(): Ending | undefined {
    if (this.#ending !== undefined || this.#turns < this.#start.maxTurns) return this.#ending;
    const { repeats, calls } = this.#tally.counts();
    return repeats * 2 > calls ? 'looped' : 'out of turns';
  }

  /** Runs the calls of one answer and adds both to the conversation. Must not be called concurrently. */
  async answer(completion: ChatCompletion): Promise<void> {
    if (this.ending !== undefined) throw new Error('The episode is over.');
    const turn = ++this.#turns;
    if (lengthOf(completion) > MAX_ANSWER_CHARACTERS) {
      this.#ending = 'answer too long';
      return;
    }
    const { thought, calls } = readTurn(completion);
    this.#tally.answered(completion, calls.length);
    if (calls.length === 0) {
      if (this.#tally.recommended) this.#ending = 'finished without terminate';
      else if (++this.#idle >= IDLE_TURNS) this.#ending = 'stopped calling';
      this.#conversation.addIdle(completion);
      return;
    }
    this.#idle = 0;
    const answered: AnsweredCall[] = [];
    const run: RunCall[] = [];
    for (const call of withIds(calls, turn)) {
      const result = run.length < MAX_CALLS ? await this.#run(call) : refusedCall(call);
      run.push(result);
      answered.push({ call, observation: result.observation });
      this.#tally.called(call.name, result);
      if (call.name === 'terminate' && result.valid) this.#ending = 'terminated';
      else if (!result.valid && this.#tally.timesRefused(result.key, turn) >= MAX_SAME_INVALID)
        this.#ending = 'repeated invalid call';
      if (this.#ending !== undefined) break;
    }
    this.#told.push({ thought, calls: run.flatMap((each) => each.told ?? []) });
    this.#conversation.addTurn(completion, answered);
  }

  /** The conversation no longer fits into the model's context. */
  endContextFull(): void {
    this.#ending ??= 'context full';
  }

  async score(): Promise<Omit<Episode, 'messages' | 'turns'>> {
    const { problem, search, titles } = this.#start;
    const scores = await scoreEpisode(problem, this.#told, this.#market, search, titles);
    const counts = { turns: this.#turns, ...this.#tally.counts() };
    return { ending: this.ending ?? 'out of turns', counts, ...scores };
  }

  async #run(call: MadeCall): Promise<RunCall> {
    return await runCall(call, this.#start.harness, this.#market);
  }
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

  answered({ finishReason }: ChatCompletion, calls: number): void {
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

  /**
   * Number of answers with this invalid call. Repeats within an answer count once, as the model had not seen the error
   * yet.
   */
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

/** With missing or duplicate ids, results could not be assigned to their calls. */
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

function lengthOf({ text, reasoning, toolCalls }: ChatCompletion): number {
  return toolCalls.reduce(
    (sum, call) => sum + call.name.length + call.arguments.length,
    text.length + reasoning.length,
  );
}
