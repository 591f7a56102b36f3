import { type ParsedProblem, parseProblem } from '../../problems/problem-wire.ts';
import { wireProblemId } from './wire-problem-id.ts';

/**
 * A problem of the arena under its own id if that is told, so that evidence speaks of the same problems as the bank; else
 * under the arena's.
 */
export function parseExamProblem(wireId: string, record: Readonly<Record<string, unknown>>): ParsedProblem {
  const { source_id: said } = record;
  const id = typeof said === 'string' && wireProblemId(said) === wireId ? said : wireId;
  return parseProblem({ ...record, problem_id: id });
}
