import { promptTexts } from '../../agency/reading.ts';
import type { Call } from '../../gateway/calls.ts';
import type { Evidence, Judgement, Quality } from '../verdict.ts';
import { accountedShare } from './decision/accounted-share.ts';
import { Demands } from './decision/demands.ts';
import { fullText, menuOf, readNaming, recommends } from './decision/naming.ts';
import { type Choice, isAfterChoice, readChoice } from './decision/read-choice.ts';
import { type CompletionContext, type ReadCompletion, readCompletion } from './decision/read-completion.ts';
import { type Decisions, readDecisions } from './decision/read-decisions.ts';
import { brokenLimit, readLimits, type StatedLimits } from './decision/stated-limits.ts';
import { isTold, programPart, showsRequest } from './decision/told.ts';
import { Asked } from './gates/asked.ts';
import { completionText } from './gates/completion-text.ts';
import { EchoFilter } from './gates/echo-filter.ts';
import { proseOf } from './gates/prose-of.ts';
import { type SeenProduct, SeenProducts } from './gates/seen-products.ts';
import type { Span } from './gates/span.ts';
import { wordsAndNumbers } from './gates/tokens.ts';
import type { JudgedAttempt } from './judged-attempt.ts';

const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;
const GRADE = /(?:0[.,]9|9\s?\/\s?10|10\s?\/\s?10)(?!\d)/;
const GRADER = /\b(?:graders?|evaluators?|rubric|reasoning[_ ]quality)\b|\bgate \d/i;
const GIVEN_GRADE = /\b(?:quality|grade|label)\b[^.\n]{0,24}?0[.,]9(?!\d)/i;

/** Incremented when the same calls could be judged differently: judgements of two versions are not comparable. */
export const GATE_JUDGE_VERSION = 5;

const FEWEST_TOKENS = 30;
/** This many tokens are enough if they are about results. */
const FEWEST_ABOUT_RESULTS = 12;
/** Minimum share of the request that stated data about the choice must account for. */
const LEAST_SHARE = 1 / 3;
const LONGEST_QUOTE = 200;

type Gate = 1 | 2 | 3 | 4;
const QUALITY_WITHOUT: Readonly<Record<Gate, Quality>> = { 1: 0.1, 2: 0.3, 3: 0.5, 4: 0.7 };

const PASSED =
  'All gates passed: a completion gives a true reason for what was recommended and against another result.';

const FAILED: Readonly<Record<Gate, string>> = {
  1: `completions before the recommendation have fewer than ${FEWEST_TOKENS} tokens in all`,
  2: 'no completion speaks in its own words of results that were recorded before it',
  3: 'no completion that names the recommended product cites a true datum about it',
  4: 'no completion gives a true reason, by something that was asked for or by price, for the recommended product and against another result',
};

const WORDLESS = 'the model made its calls without a word, so that no reason against another result can be read';
const UNVERIFIED =
  'a completion names a maker, shop, material or certificate of a product that no recorded result shows';
const TOLD = 'the prompts tell the model which product to speak for, so that what it says is narration';
const UNASKED = 'no model was shown the request, or chose what to search for';
const UNSEEN = 'a recommended product stands in no recorded result';
const THIN = 'completions give true data about the recommended product for too little of what the request says of it';
const OTHER = 'the model chose another product than the one that was recommended';

/** Judges only by recorded calls and by what was recommended. Anything else that the agent wrote itself is ignored. */
export function judgeByGates({ problem, dialogue, calls }: JudgedAttempt): Judgement {
  return judgeChoice(problem.query, readChoice(dialogue), calls);
}

/** Like {@link judgeByGates}, for a dialogue that is already read. */
export function judgeChoice(query: string, choice: Choice, calls: readonly Call[]): Judgement {
  const attempt = new AttemptReader(query, choice);
  for (const call of [...calls].sort((left, right) => left.sequence - right.sequence)) attempt.read(call);
  return attempt.judge();
}

interface Heard {
  readonly call: Call;
  readonly text: string;
  readonly read: ReadCompletion;
  readonly decisions: Decisions;
}

class AttemptReader {
  readonly #query: string;
  readonly #choice: Choice;
  readonly #asked: Asked;
  readonly #demands: Demands;
  readonly #limits: StatedLimits;
  readonly #seen = new SeenProducts();
  readonly #echoes = new EchoFilter();
  readonly #heard: Heard[] = [];
  /** Recommended products that a completion has named, and those of them that the program had told it to name. */
  readonly #named = new Set<string>();
  readonly #told = new Set<string>();
  #spoken: Evidence | undefined;
  #tokens = 0;
  #isDecided = false;
  /** Whether a model knows the request: it was shown the request, or it spoke before the first result. */
  #knowsRequest = false;
  #hasSearched = false;
  /** Whether any completion has text or reasoning. Models that only send calls are judged by their calls. */
  #hasWords = false;

  constructor(query: string, choice: Choice) {
    this.#query = query;
    this.#choice = choice;
    this.#asked = new Asked(query);
    this.#demands = new Demands(query);
    this.#limits = readLimits(query);
  }

  read(call: Call): void {
    for (const shown of this.#seen.add(call)) this.#echoes.allow(shown);
    if (call.kind !== 'inference' || call.status !== 200) return;
    const text = completionText(call);
    // Text after the decision cannot have led to it.
    if (this.#isDecided || isAfterChoice(this.#choice, call.time, text)) return;
    const full = fullText(call, text);
    this.#isDecided = recommends(full, this.#choice.ids);
    this.#tokens += tokensOf(call, text);
    this.#hasWords ||= text.trim() !== '';
    this.#spoken ??= quote(1, call, text, { start: 0, end: text.length });
    const prose = this.#echoes.removeEchoes(proseOf(text), call.request);
    this.#echoes.allow(prose);
    const taken = this.#taken();
    this.#hasSearched ||= this.#seen.results === 0;
    this.#knowsRequest ||= this.#seen.results === 0 || showsRequest(promptTexts(call.request).join('\n'), this.#query);
    const menu = menuOf(promptTexts(call.request), this.#seen);
    const context = { seen: this.#seen, asked: this.#asked, demands: this.#demands, menu, taken };
    this.#noteTold(call, full, context);
    if (this.#seen.results === 0 || addressesJudge(text)) return;
    const free = new Set(Array.from(taken).filter(({ id }) => !this.#told.has(id)));
    const decisions = readDecisions(call, this.#seen);
    this.#heard.push({ call, text, decisions, read: readCompletion(full, prose, { ...context, free }) });
  }

  #taken(): ReadonlySet<SeenProduct> {
    const chosen = Array.from(this.#choice.ids, (id) => this.#seen.products.get(id));
    return new Set(chosen.filter((product) => product !== undefined));
  }

  /** Whether a product was dictated is determined when a model first names it. Later the model may repeat itself. */
  #noteTold(call: Call, full: string, context: Omit<CompletionContext, 'free'>): void {
    const { taken, menu } = context;
    for (const id of this.#choice.ids) {
      const isUnseen = !this.#seen.products.has(id) && !this.#named.has(id) && !this.#asked.words.has(id);
      if (!isUnseen || this.#seen.results > 0 || !full.includes(id)) continue;
      this.#named.add(id);
      this.#told.add(id);
    }
    const fresh = Array.from(taken).filter(({ id }) => !this.#named.has(id));
    if (fresh.length === 0) return;
    const { counts } = readNaming(full, this.#seen, this.#asked, menu);
    const named = fresh.filter((product) => counts.has(product));
    if (named.length === 0) return;
    const part = programPart(call.request);
    const isArgued = arguesFor(part.replaceAll(this.#query, ' '), { ...context, free: taken });
    for (const product of named) {
      this.#named.add(product.id);
      if (isArgued || isTold(product, taken, part, this.#query, this.#seen, this.#asked, this.#hasSearched))
        this.#told.add(product.id);
    }
  }

  #whyNothing(isNarrated: boolean, isOther: boolean): string | undefined {
    if (isNarrated) return TOLD;
    return isOther ? OTHER : this.#knowsRequest ? undefined : UNASKED;
  }

  /**
   * If the model wrote no text, its calls show its reasoning about the results: it acts on what they showed, and it
   * inspected what it chose. They do not show why it rejected another product.
   */
  #noteDecisions(
    heard: Heard,
    isPicked: boolean,
    note: (gate: Gate, heard: Heard, spans: readonly Span[]) => void,
  ): void {
    if (this.#hasWords || !heard.decisions.actsOnResults) return;
    const nothing = [{ start: 0, end: 0 }];
    note(2, heard, nothing);
    const taken = this.#taken();
    const free = Array.from(taken).filter(({ id }) => !this.#told.has(id));
    if (isPicked && free.some((product) => heard.decisions.opened.has(product))) note(3, heard, nothing);
  }

  /** How recorded results contradict the choice; `undefined` if they do not. */
  #contradiction(): string | undefined {
    const isUnseen = Array.from(this.#choice.ids).some(
      (id) => !this.#seen.products.has(id) && !this.#asked.words.has(id),
    );
    return isUnseen ? UNSEEN : brokenLimit(this.#limits, [...this.#taken()]);
  }

  judge(): Judgement {
    const contradiction = this.#contradiction();
    // Without text there are no facts to count.
    const share = this.#hasWords
      ? accountedShare(
          this.#query,
          this.#heard.flatMap(({ read }) => read.facts),
          this.#limits,
        )
      : 1;
    const evidence = new Map<Gate, readonly Evidence[]>();
    const isNarrated = this.#told.size > 0 && this.#told.size * 2 >= this.#choice.ids.size;
    const last = this.#heard.findLast(({ read }) => read.naming.counts.size > 0);
    const isOther = this.#choice.ids.size > 0 && last?.read.picksOther === true;
    const falsehoods = new Set(this.#heard.flatMap(({ read }) => read.falsehoods)).size;
    /** A claim that cannot come from the results costs more than its own sentence: the reason beside it, too. */
    const isEmbroidered = this.#heard.some(({ read }) => read.unverified.length > 0);
    /** Whether a true fact about the choice is stated. A few words are enough, even if the choice is wrong. */
    let hasReason = false;
    if (!isNarrated && !isOther && this.#knowsRequest) {
      const note = (gate: Gate, { call, text }: Heard, spans: readonly Span[] | null): void => {
        if (spans === null || evidence.has(gate)) return;
        evidence.set(
          gate,
          spans.map((span) => quote(gate, call, text, span)),
        );
      };
      const isPicked = this.#heard.some(({ read }) => read.picks);
      for (const heard of this.#heard) {
        const { refers, cites, compares } = heard.read;
        note(2, heard, (refers ?? cites) && [(refers ?? cites)!]);
        const isTrue = isPicked && falsehoods === 0;
        const isSound = isTrue && contradiction === undefined;
        this.#noteDecisions(heard, isSound, note);
        hasReason ||= isTrue && cites !== null;
        if (!isSound || share < LEAST_SHARE) continue;
        note(3, heard, cites && [cites]);
        if (!isEmbroidered) note(4, heard, cites && compares);
      }
    }
    const fewest = hasReason || evidence.has(3) ? 0 : evidence.has(2) ? FEWEST_ABOUT_RESULTS : FEWEST_TOKENS;
    const hasSpoken = this.#spoken !== undefined && this.#tokens >= fewest;
    if (hasSpoken) evidence.set(1, [this.#spoken!]);
    if (falsehoods > 1) evidence.delete(2);
    const failed = ([1, 2, 3, 4] as const).find((gate) => !evidence.has(gate)) ?? null;
    const whyNoReason = failed !== 4 ? undefined : !this.#hasWords ? WORDLESS : isEmbroidered ? UNVERIFIED : undefined;
    const whyUnsound =
      failed === 3 ? (contradiction ?? (hasReason && share < LEAST_SHARE ? THIN : undefined)) : undefined;
    const because =
      failed === 1
        ? FAILED[1]
        : (this.#whyNothing(isNarrated, isOther) ?? whyFalse(falsehoods) ?? whyUnsound ?? whyNoReason);
    const counted = [...evidence]
      .filter(([gate]) => failed === null || gate < failed)
      .sort(([left], [right]) => left - right);
    return {
      judge: 'gates',
      judge_version: GATE_JUDGE_VERSION,
      models: [],
      quality: failed === null ? 0.9 : QUALITY_WITHOUT[failed],
      failed_gate: failed,
      explanation: failed === null ? PASSED : `Gate ${failed} failed: ${because ?? FAILED[failed]}.`,
      evidence: counted.flatMap(([, quotes]) => quotes),
    };
  }
}

/** A program writes at most this much for one completion, at the end of the prompt. Results may precede it. */
const LONGEST_ORDER = 20_000;

/**
 * Whether the program wrote the reasoning itself, so that its part of the prompt would pass as reasoning. Lines that
 * name only one product are skipped, because results have such lines and may show a product twice.
 */
function arguesFor(part: string, context: CompletionContext): boolean {
  const { seen, asked, menu } = context;
  const lines = proseOf(part.slice(-LONGEST_ORDER)).split('\n');
  const argument = lines.filter((line) => readNaming(line, seen, asked, menu).counts.size > 1).join('\n');
  if (argument === '') return false;
  const { picks, compares } = readCompletion(argument, argument, context);
  return picks && compares !== null;
}

function whyFalse(falsehoods: number): string | undefined {
  if (falsehoods === 0) return undefined;
  return falsehoods === 1
    ? 'a completion says something of a product that recorded results deny or do not show'
    : `completions say ${falsehoods} things of products that recorded results deny or do not show`;
}

/** An estimate may be too low by this factor. An agent must not lose because its provider does not count tokens. */
const ESTIMATE_MARGIN = 1.5;

/** Counts words if the provider does not count tokens; a word has at least one token. */
function tokensOf({ usage }: Call, text: string): number {
  if (usage?.estimated !== undefined) return Math.ceil(usage.completion_tokens * ESTIMATE_MARGIN);
  return usage?.completion_tokens ?? wordsAndNumbers(text.slice(0, 10_000)).length;
}

function quote(gate: Gate, call: Call, text: string, { start, end }: Span): Evidence {
  const stop = Math.min(end, start + LONGEST_QUOTE);
  return { gate, call: call.sequence, start, end: stop, quote: text.slice(start, stop) };
}

/** Whether a completion speaks to a grader about its grade. Reasoning about products does not. */
function addressesJudge(text: string): boolean {
  const plain = text.replaceAll(INVISIBLE, '');
  return GIVEN_GRADE.test(plain) || (GRADER.test(plain) && GRADE.test(plain));
}
