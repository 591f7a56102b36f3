import type { ReleaseRow } from '../../corpus/release.ts';
import type { EvaluationSuite } from '../../evaluation/suites.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { type Question, questionOf, shopOf } from '../../problems/clusters.ts';
import type { Problem, Target } from '../../problems/problem.ts';
import { idsNamed } from '../step-reward/seen-before.ts';
import type { ProblemQuote } from './problem-quotes.ts';

/** A question that something was trained on, with the shop that all of its answer comes from, where there is one. */
export interface TrainedQuestion extends Question {
  readonly shop?: string | undefined;
}

export interface TrainedSet {
  readonly name: string;
  readonly questions: readonly TrainedQuestion[];
  /** What it quotes of the suites it was read with. */
  readonly quotes?: readonly ProblemQuote[];
}

/** What has to be known to tell what rows ask and give away. */
export interface MeasuredSuites {
  /** Problems by id, with their answers. */
  readonly known: ReadonlyMap<string, Problem>;
  /** Those that nothing may quote. */
  readonly guarded: readonly EvaluationSuite[];
}

export function problemAsked(problem: Problem, market: MarketIndex | undefined): TrainedQuestion {
  return { ...questionOf(problem), shop: market && shopOf(problem, market) };
}

/** What a row of a release says of its question where the problem is unknown. */
export type AskingRow = Pick<ReleaseRow, 'query' | 'outcome' | 'messages'>;

/**
 * By its words and, where the verdict says that the very product was recommended which the problem had in mind, by that.
 * Any other recommendation that succeeds is no sign: a product may well be good for two problems that have nothing else
 * in common.
 */
export function rowAsked(row: AskingRow, market: MarketIndex | undefined): Omit<TrainedQuestion, 'id'> {
  const answers = foundAnswers(row.outcome) ? recommendedLast(row.messages) : [];
  return { query: row.query, targets: answers.map(bareTarget), shop: market && sharedShop(answers, market) };
}

function foundAnswers(outcome: ReleaseRow['outcome']): boolean {
  const scores = outcome?.scores;
  return typeof scores === 'object' && scores !== null && 'gt' in scores && scores.gt === 1;
}

function recommendedLast(messages: ReleaseRow['messages']): readonly string[] {
  const call = messages
    .flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
    .findLast(({ function: { name } }) => name === 'recommend_product');
  const json = call && parseJson(call.function.arguments);
  return json?.ok === true && typeof json.value === 'object' && json.value !== null
    ? idsNamed(json.value as Readonly<Record<string, unknown>>)
    : [];
}

function bareTarget(productId: string): Target {
  return { productId, titles: [], services: [], options: {}, attributes: {} };
}

/** Several products of one shop are what a problem of one shop asks for. */
function sharedShop(products: readonly string[], market: MarketIndex): string | undefined {
  if (products.length < 2) return undefined;
  const shops = new Set(
    products.map((id) => market.productIds.find(id)).map((doc) => (doc === -1 ? -1 : market.shops[doc]!)),
  );
  const [shop] = shops;
  return shops.size === 1 && shop !== -1 ? market.shopIds.at(shop!) : undefined;
}
