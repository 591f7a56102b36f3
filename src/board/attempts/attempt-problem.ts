import type { ProblemDisclosure } from '../../arena/secrecy.ts';
import type { ArenaCategory, PriceConstraint, Problem } from '../../problems/problem.ts';
import { parseProblem } from '../../problems/problem-wire.ts';
import type { JsonValue } from '../../store/database.ts';
import type { AnswerWire, AttemptProblemWire } from '../wire/attempt-wire.ts';

interface KnownProblem {
  readonly category: ArenaCategory;
  readonly difficulty: 'easy' | 'medium' | 'hard';
  /** As stored, answer key included. */
  readonly record: Readonly<Record<string, JsonValue>>;
}

/**
 * What the viewer may see of a problem. The query is public if its suite is, and never in a race. The requested values
 * are the answer key: until the problem is out of use, only the operator sees them. Others get their number, which the
 * query reveals anyway.
 */
export function attemptProblem(
  known: KnownProblem,
  { query, answerKey }: Pick<ProblemDisclosure, 'query' | 'answerKey'>,
): AttemptProblemWire {
  const { category, difficulty, record } = known;
  if (!query) {
    return { category, difficulty, query: null, asked: null, constraints: null, answer: null };
  }
  const parsed = parseProblem(record);
  return {
    category,
    difficulty,
    query: typeof record.query === 'string' ? record.query : null,
    asked: parsed.ok ? askedIn(parsed.problem) : null,
    constraints: answerKey ? { reward: record.reward ?? null, voucher: record.voucher ?? null } : null,
    answer: answerKey && parsed.ok ? answerOf(parsed.problem) : null,
  } as AttemptProblemWire;
}

function askedIn({ targets, voucher }: Problem): AttemptProblemWire['asked'] {
  return {
    items: targets.map(({ price, services, options, attributes }) => ({
      price: price !== undefined,
      services: services.length,
      options: Object.keys(options).length,
      attributes: Object.values(attributes).flat().length,
    })),
    voucher: voucher !== undefined,
  };
}

/** Lists the fields one by one, so that a field added to a target later is not published automatically. */
function answerOf({ targets, voucher }: Problem): AnswerWire {
  return {
    items: targets.map(({ productId, accepts, titles, keyword, price, services, options, attributes }) => ({
      product_id: productId,
      accepts: accepts === undefined ? null : [...accepts],
      titles: [...titles],
      keyword: keyword ?? null,
      price: price === undefined ? null : bounds(price),
      services: [...services],
      options: { ...options },
      attributes: Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, [...values]])),
    })),
    budget: voucher?.budget ?? null,
  };
}

function bounds(price: PriceConstraint): { low: number | null; high: number | null } {
  return { low: 'low' in price ? price.low : null, high: 'high' in price ? price.high : null };
}
