import { type ParsedProblem, parseProblem } from '../../problems/problem-wire.ts';
import { wireProblemId } from './wire-problem-id.ts';

/**
 * Parses a problem of the arena. Uses its original id if the record has it, so that evidence and the bank refer to the
 * same problems; otherwise the arena's id.
 */
export function parseExamProblem(wireId: string, record: Readonly<Record<string, unknown>>): ParsedProblem {
  const { source_id: said } = record;
  const id = typeof said === 'string' && wireProblemId(said) === wireId ? said : wireId;
  return parseProblem({ ...record, problem_id: id });
}
