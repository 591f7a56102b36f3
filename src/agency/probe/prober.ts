import type { ChatRequest } from '../../chat/schema.ts';
import type { Call } from '../../gateway/calls.ts';
import type { AnswerChange, ChatAnswer, Inference } from '../../inference/inference.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseJson } from '../../json/parse-json.ts';
import { Random } from '../../random/random.ts';
import { sha256 } from '../../store/sha256.ts';
import { contentWords } from '../reading/content-words.ts';
import { promptTexts } from '../reading/prompt-text.ts';
import { type ShownProduct, shownProducts } from '../reading/shown-products.ts';
import { changedExactly, textsSaid } from './apply-change.ts';
import { chooseChange } from './choose-change.ts';

/** Settings for probing one attempt. */
export interface ProbePlan {
  /** Secret until the attempt is over, because it determines the changes. */
  readonly seed: number;
  /** Names of goods used as replacement words. */
  readonly vocabulary: readonly string[];
}

/**
 * The maximum number of changes of each kind in one attempt. If searches are changed repeatedly, the attempt finds
 * nothing and makes no recommendation that could be changed.
 */
const MOST: Readonly<Record<AnswerChange['kind'], number>> = {
  word: 2,
  bound: 1,
  page: 1,
  product: 8,
  choice: 8,
  title: 8,
};

/** Probability of each kind of change. Not every answer is changed, so that the model can make progress. */
const CHANCE: Readonly<Record<AnswerChange['kind'], number>> = {
  word: 0.7,
  bound: 0.4,
  page: 0.4,
  product: 0.6,
  choice: 0.75,
  title: 0.75,
};

/**
 * Changes the answers of models in one attempt to see how the program reacts. The same prompt always gets the same
 * change, so an agent that samples several answers and takes a vote sees one model that changed its mind, not several
 * different models.
 */
export class Prober {
  readonly #plan: ProbePlan;
  readonly #query: string;
  readonly #shown: ShownProduct[][] = [];
  readonly #byPrompt = new Map<string, AnswerChange | null>();
  readonly #saidBefore = new Set<string>();
  readonly #made = new Map<AnswerChange['kind'], number>();

  constructor(plan: ProbePlan, query: string) {
    this.#plan = plan;
    this.#query = query;
  }

  /** Must be called for every call of the attempt. Products that results have shown can replace each other. */
  observe({ kind, status, response }: Pick<Call, 'kind' | 'status' | 'response'>): void {
    if ((kind !== 'search' && kind !== 'view') || status !== 200) return;
    const products = shownProducts(response);
    if (products.length > 0) this.#shown.push(products);
  }

  /** Wraps an inference port so that its answers are changed. */
  over(inference: Inference): Inference {
    return {
      chat: async (body, options) => this.#change(body, await inference.chat(body, options)),
      models: () => inference.models(),
    };
  }

  #change(request: ChatRequest, answer: ChatAnswer): ChatAnswer {
    const response = answer.status === 200 ? parseJson(answer.body) : undefined;
    if (response === undefined || !response.ok) return answer;
    const said = textsSaid(response.value);
    const change = this.#changeFor(request, said);
    // The same prompt may get a different answer next time, and that answer may already contain the new value.
    const changed = change === null ? undefined : changedExactly(response.value, change);
    for (const text of textsSaid(changed ?? response.value))
      for (const word of contentWords(text)) this.#saidBefore.add(word);
    if (change === null || changed === undefined) return answer;
    return { ...answer, body: JSON.stringify(changed), changed: change };
  }

  #changeFor(request: ChatRequest, said: readonly string[]): AnswerChange | null {
    const prompt = sha256(canonicalJson(request.messages));
    const known = this.#byPrompt.get(prompt);
    if (known !== undefined) return known;
    const random = new Random(this.#plan.seed, Number.parseInt(prompt.slice(0, 8), 16));
    const kinds = (Object.keys(MOST) as AnswerChange['kind'][]).filter(
      (kind) => random.chance(CHANCE[kind]) && (this.#made.get(kind) ?? 0) < MOST[kind],
    );
    const context = {
      said,
      saidBefore: this.#saidBefore,
      prompt: promptTexts(request),
      query: this.#query,
      shown: this.#shown,
      vocabulary: this.#plan.vocabulary,
    };
    const change = chooseChange(new Set(kinds), context, random) ?? null;
    this.#byPrompt.set(prompt, change);
    if (change !== null) this.#made.set(change.kind, (this.#made.get(change.kind) ?? 0) + 1);
    return change;
  }
}
