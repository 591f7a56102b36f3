import { randomBytes } from 'node:crypto';
import type { ChatMessage } from '../../chat/schema.ts';
import { Fault } from '../../fault/fault.ts';
import type { Inference } from '../../inference/inference.ts';
import { backoffDelay } from '../../net/backoff.ts';
import { sleepFor } from '../../net/retry.ts';
import { type Judgement, QUALITIES, type Quality } from '../verdict.ts';
import type { JudgedAttempt } from './judged-attempt.ts';
import { askJudge, type JudgeLine } from './panel/ask-judge.ts';
import { type DescribedAttempt, describeAttempt, describeCalls } from './panel/describe-attempt.ts';
import type { Opinion } from './panel/read-opinion.ts';
import { RUBRIC, RUBRIC_VERSION } from './panel/rubric.ts';

/** An attempt that no contestant wrote. Judges that grade it work, whatever they answer about another attempt. */
const SAMPLE_ATTEMPT: JudgedAttempt = {
  problem: { query: 'A red desk lamp for less than 500 pesos.' },
  calls: [],
  dialogue: [{ completion: { message: { think: 'I looked for a desk lamp and took the first one.', tool_call: [] } } }],
};

export interface JudgePanelOptions {
  readonly inference: Inference;
  readonly models: readonly string[];
  /** The arena's key, never a contestant's. */
  readonly apiKey?: string;
  /** Number of opinions per attempt, each from a different model. */
  readonly seats?: number;
  /** Maximum number of requests for opinions on one attempt; after that it stays unjudged. */
  readonly tries?: number;
  readonly timeoutMilliseconds?: number;
  readonly firstPauseMilliseconds?: number;
  readonly longestPauseMilliseconds?: number;
  readonly signal?: AbortSignal;
}

const DEFAULTS = {
  seats: 3,
  tries: 8,
  timeoutMilliseconds: 90_000,
  firstPauseMilliseconds: 5_000,
  longestPauseMilliseconds: 10_000,
};

/** After this many unreadable answers in a row, a model is not used again in this run. */
const MOST_UNREADABLE = 3;
/** After this many unjudged attempts in a row, no more models are called. */
const MOST_UNJUDGED = 3;

export interface Vote extends Opinion {
  readonly model: string;
}

export interface PanelJudgement {
  readonly votes: readonly Vote[];
  readonly judgement: Judgement;
}

interface Ballot {
  readonly votes: readonly Vote[];
  /** Whether a model's answer was not an opinion, or a model was skipped because of earlier such answers. */
  readonly isUnreadable: boolean;
  /** Why the last model without an opinion gave none. */
  readonly reason: string | undefined;
}

const UNREADABLE_ATTEMPT =
  'Gate 1: judges that graded another attempt at the same time gave no readable opinion on this one, twice.';

/**
 * Asks several models independently and takes the median of their opinions. A model with unreadable answers is skipped,
 * first for the attempt and then for the run. With too few opinions the attempt stays unjudged, because a failure of
 * the judges is not the agent's fault.
 *
 * An attempt can make judges answer nonsense, and a run without judgements is repeated for free. So judges without a
 * readable opinion are asked about a sample attempt of ours. If they grade that one, the failure is the attempt's, and
 * it gets the lowest grade.
 */
export class JudgePanel {
  readonly #options: Required<Omit<JudgePanelOptions, 'apiKey' | 'signal'>>;
  readonly #line: JudgeLine;
  readonly #unreadable = new Map<string, number>();
  #asked = 0;
  #unjudged = 0;
  /** Why no more models are called; `undefined` while they are. */
  #closed: string | undefined;

  constructor({ apiKey, signal, ...options }: JudgePanelOptions) {
    const models = [...new Set(options.models)];
    if (models.length === 0) throw new Fault('USAGE', { message: 'A panel of judges needs at least one model.' });
    this.#options = {
      ...DEFAULTS,
      ...options,
      models,
      seats: Math.min(options.seats ?? DEFAULTS.seats, models.length),
    };
    const { inference, timeoutMilliseconds } = this.#options;
    this.#line = { inference, timeoutMilliseconds, ...(apiKey !== undefined && { apiKey }), ...(signal && { signal }) };
  }

  /** Models that are not used again in this run. */
  get blacklisted(): readonly string[] {
    return this.#options.models.filter((model) => this.#isBlacklisted(model));
  }

  async judge(attempt: JudgedAttempt | DescribedAttempt): Promise<Judgement> {
    return (await this.hear(attempt)).judgement;
  }

  /** The judgement and the individual votes. */
  async hear(given: JudgedAttempt | DescribedAttempt): Promise<PanelJudgement> {
    const attempt = 'calls' in given ? described(given) : given;
    const first = await this.#vote(attempt);
    const isSuspect = !this.#isQuorate(first) && first.isUnreadable;
    const sample = isSuspect ? await this.#vote(described(SAMPLE_ATTEMPT), true) : undefined;
    const isOwnFault = sample !== undefined && this.#isQuorate(sample);
    const { votes, reason: failure } = isOwnFault ? await this.#vote(attempt) : first;
    // Unreadable answers to this attempt do not count against the models.
    if (isOwnFault) for (const { model } of sample.votes) this.#unreadable.delete(model);
    const isQuorate = this.#isQuorate({ votes });
    this.#unjudged = isQuorate || isOwnFault ? 0 : this.#unjudged + 1;
    if (isOwnFault && !isQuorate) return { votes, judgement: this.#judgement(votes, QUALITIES[0], UNREADABLE_ATTEMPT) };
    const because = failure === undefined ? '' : `: ${failure}`;
    if (this.#unjudged >= MOST_UNJUDGED) this.#closed ??= `${MOST_UNJUDGED} attempts in a row found no judge${because}`;
    if (!isQuorate) {
      const reason = this.#closed ?? `too few judges gave an opinion${because}`;
      return { votes, judgement: this.#judgement(votes, null, `Unjudged: ${reason}.`) };
    }
    const { quality, explanation } = median(votes);
    const said = votes.map((vote) => `${vote.model} ${vote.quality}`).join(', ');
    return { votes, judgement: this.#judgement(votes, quality, `${explanation} (${said})`) };
  }

  #isQuorate({ votes }: Pick<Ballot, 'votes'>): boolean {
    return votes.length * 2 > this.#options.seats;
  }

  /** @param everybody Also asks models that were excluded from the run. An opinion includes them again. */
  async #vote(attempt: DescribedAttempt, everybody = false): Promise<Ballot> {
    const { seats, tries, models } = this.#options;
    // Each attempt starts with another model, so that the load is shared and no model is on every panel.
    const first = this.#asked++ % models.length;
    const waiting = [...models.slice(first), ...models.slice(0, first)].filter(
      (model) => everybody || !this.#isBlacklisted(model),
    );
    const votes: Vote[] = [];
    let isUnreadable = waiting.length < models.length;
    let reason: string | undefined;
    let pauses = 0;
    for (let tried = 0; tried < tries && votes.length < seats; tried++) {
      const model = waiting.shift();
      if (model === undefined || this.#closed !== undefined || this.#line.signal?.aborted) break;
      const reply = await askJudge(model, messagesFor(attempt), this.#line);
      if (reply.kind !== 'opinion') reason = reply.reason;
      if (reply.kind === 'opinion') {
        votes.push({ model, ...reply.opinion });
        this.#unreadable.delete(model);
      } else if (reply.kind === 'unreadable') {
        isUnreadable = true;
        this.#unreadable.set(model, (this.#unreadable.get(model) ?? 0) + 1);
      } else if (reply.kind === 'busy') {
        waiting.push(model);
        if (tried + 1 < tries) await this.#pause(pauses++);
      } else {
        this.#closed = reply.reason;
      }
    }
    return { votes, isUnreadable, reason };
  }

  async #pause(before: number): Promise<void> {
    const { firstPauseMilliseconds: first, longestPauseMilliseconds: longest } = this.#options;
    await sleepFor(backoffDelay(before + 1, { first, longest }), this.#line.signal).catch(() => {});
  }

  #isBlacklisted(model: string): boolean {
    return (this.#unreadable.get(model) ?? 0) >= MOST_UNREADABLE;
  }

  #judgement(votes: readonly Vote[], quality: Quality | null, explanation: string): Judgement {
    const gate = quality === null ? -1 : QUALITIES.indexOf(quality);
    return {
      judge: 'panel',
      judge_version: RUBRIC_VERSION,
      models: votes.map(({ model }) => model),
      quality,
      failed_gate: gate < 0 || gate > 3 ? null : ((gate + 1) as 1 | 2 | 3 | 4),
      explanation,
      evidence: [],
    };
  }
}

/** Of an even number of votes, the lower middle one: what half of the judges do not see was not shown. */
function median(votes: readonly Vote[]): Vote {
  return votes.toSorted((left, right) => left.quality - right.quality)[Math.floor((votes.length - 1) / 2)]!;
}

function described({ calls, ...attempt }: JudgedAttempt): DescribedAttempt {
  return { ...attempt, recordedCalls: describeCalls(calls) };
}

function messagesFor(attempt: DescribedAttempt): ChatMessage[] {
  const mark = randomBytes(12).toString('hex');
  return [
    { role: 'system', content: RUBRIC },
    { role: 'user', content: `${describeAttempt(attempt, mark)}\n\nGrade this attempt by the gates.` },
  ];
}
