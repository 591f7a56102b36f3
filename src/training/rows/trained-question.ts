import type { ReleaseRow } from '../../corpus/release.ts';
import type { EvaluationSuite } from '../../evaluation/suites.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { type Question, questionOf, shopOf } from '../../problems/clusters.ts';
import type { Problem, Target } from '../../problems/problem.ts';
import { idsNamed } from '../step-reward/seen-before.ts';
import type { ProblemQuote } from './problem-quotes.ts';

/** A question in training data, with the shop that all products of its answer come from, if there is one. */
export interface TrainedQuestion extends Question {
  readonly shop?: string | undefined;
}

export interface TrainedSet {
  readonly name: string;
  readonly questions: readonly TrainedQuestion[];
  /** Quotes of problems of the suites it was compared with. */
  readonly quotes?: readonly ProblemQuote[];
}

/** What is needed to find the questions and leaks in rows. */
export interface MeasuredSuites {
  /** Problems by id, with their answers. */
  readonly known: ReadonlyMap<string, Problem>;
  /** Suites that training data must not quote. */
  readonly guarded: readonly EvaluationSuite[];
}

export function problemAsked(problem: Problem, market: MarketIndex | undefined): TrainedQuestion {
  return { ...questionOf(problem), shop: market && shopOf(problem, market) };
}

/** The fields of a release row that describe its question if the problem is unknown. */
export type AskingRow = Pick<ReleaseRow, 'query' | 'outcome' | 'messages'>;

/**
 * Identifies the question by its text and, if the verdict says that exactly the target product was recommended, by
 * that product. Other successful recommendations prove nothing: a product can satisfy two otherwise unrelated
 * problems.
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

/** Several products from one shop indicate a single-shop problem. */
function sharedShop(products: readonly string[], market: MarketIndex): string | undefined {
  if (products.length < 2) return undefined;
  const shops = new Set(
    products.map((id) => market.productIds.find(id)).map((doc) => (doc === -1 ? -1 : market.shops[doc]!)),
  );
  const [shop] = shops;
  return shops.size === 1 && shop !== -1 ? market.shopIds.at(shop!) : undefined;
}
