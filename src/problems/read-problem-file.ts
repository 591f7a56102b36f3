import { Fault } from '../fault/fault.ts';
import type { Problem } from './problem.ts';
import { isBadProblem, readProblems } from './read-problems.ts';

/**
 * Reads all problems of a file. Throws a fault that names the first invalid line and field, because a partial suite
 * must not be used.
 */
export async function readProblemFile(path: string): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const lineOf = new Map<string, number>();
  const reject = (line: number, field: string, reason: string): Fault =>
    new Fault('INPUT_INVALID', {
      message: `${path}, line ${line}, ${field}: ${reason}`,
      remedy: 'Fix the line, or let `assay problems import` drop such lines. Nothing was written.',
    });
  for await (const line of readProblems(path)) {
    if (isBadProblem(line)) throw reject(line.line, line.field, line.reason);
    const { id } = line.problem;
    const before = lineOf.get(id);
    if (before !== undefined) throw reject(line.line, 'problem_id', `"${id}" is already on line ${before}`);
    lineOf.set(id, line.line);
    problems.push(line.problem);
  }
  if (problems.length > 0) return problems;
  throw new Fault('INPUT_INVALID', {
    message: `${path} holds no problem.`,
    remedy: 'Give a file with one JSON problem per line.',
  });
}
