import type { ProblemDisclosure } from '../../arena/secrecy.ts';
import type { ArenaCategory } from '../../problems/problem.ts';
import { parseProblem } from '../../problems/problem-wire.ts';
import type { JsonValue } from '../../store/database.ts';
import type { AttemptPageWire } from '../wire/attempt-wire.ts';

interface KnownProblem {
  readonly category: ArenaCategory;
  readonly difficulty: 'easy' | 'medium' | 'hard';
  /** As it is stored, answers included. */
  readonly record: Readonly<Record<string, JsonValue>>;
}

/**
 * What may be seen of a problem beside an attempt at it. A question is public where its suite is, and never in a race. The
 * values that were asked for are the answer key, which is not listed for contestants: they get how many there are, which
 * the question says anyway. It is no secret for ever: with a winner's code what it answered in qualifying is public, too.
 */
export function attemptProblem(
  known: KnownProblem,
  { query, answerKey }: Pick<ProblemDisclosure, 'query' | 'answerKey'>,
): AttemptPageWire['problem'] {
  const { category, difficulty, record } = known;
  if (!query) {
    return { category, difficulty, query: null, asked: null, constraints: null };
  }
  return {
    category,
    difficulty,
    query: typeof record.query === 'string' ? record.query : null,
    asked: askedIn(record),
    constraints: answerKey ? { reward: record.reward ?? null, voucher: record.voucher ?? null } : null,
  } as AttemptPageWire['problem'];
}

function askedIn(record: KnownProblem['record']): AttemptPageWire['problem']['asked'] {
  const parsed = parseProblem(record);
  if (!parsed.ok) return null;
  const { targets, voucher } = parsed.problem;
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
