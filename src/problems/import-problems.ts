import { Fault } from '../fault/fault.ts';
import type { MarketIndex } from '../market/market-index.ts';
import type { Problem } from './problem.ts';
import { type BadProblem, isBadProblem, readProblems } from './read-problems.ts';
import { writeProblems } from './write-problems.ts';

export interface ImportProblemsOptions {
  readonly file: string;
  readonly out: string;
  /** When given, every answer must be a product of this market. */
  readonly market?: MarketIndex;
  /** Stop at the first bad line instead of skipping it. */
  readonly strict?: boolean;
  readonly onBadLine?: (bad: BadProblem) => void;
  readonly onBytes?: (bytes: number) => void;
}

export interface ImportedProblems {
  readonly imported: number;
  readonly skipped: number;
}

/** Checks a problem file line by line and writes the valid problems in our format. Writes nothing if it fails. */
export async function importProblems(options: ImportProblemsOptions): Promise<ImportedProblems> {
  let skipped = 0;

  function reject(bad: BadProblem): void {
    skipped++;
    options.onBadLine?.(bad);
    if (options.strict !== true) return;
    throw new Fault('INPUT_INVALID', {
      message: `${options.file}, line ${bad.line}, ${bad.field}: ${bad.reason}`,
      remedy: 'Fix the line, or leave out --strict to skip such lines. Nothing was written.',
    });
  }

  async function* good(): AsyncGenerator<Problem> {
    const lineOf = new Map<string, number>();
    for await (const line of readProblems(options.file, options.onBytes)) {
      const bad = isBadProblem(line) ? line : firstFault(line.line, line.problem, lineOf, options.market);
      if (bad !== undefined) {
        reject(bad);
      } else if (!isBadProblem(line)) {
        lineOf.set(line.problem.id, line.line);
        yield line.problem;
      }
    }
    if (lineOf.size > 0) return;
    throw new Fault('INPUT_INVALID', {
      message: `${options.file} holds no usable problem. Nothing was written.`,
      remedy: 'Give a file with one JSON problem per line, or a JSON array of problems.',
    });
  }

  return { imported: await writeProblems(options.out, good()), skipped };
}

function firstFault(
  line: number,
  problem: Problem,
  lineOf: ReadonlyMap<string, number>,
  market: MarketIndex | undefined,
): BadProblem | undefined {
  const before = lineOf.get(problem.id);
  if (before !== undefined) {
    return { line, field: 'problem_id', reason: `"${problem.id}" is already on line ${before}` };
  }
  const unknown = market && problem.targets.find((target) => market.productIds.find(target.productId) === -1);
  if (unknown === undefined) return undefined;
  return { line, field: 'reward.product_id', reason: `"${unknown.productId}" is not in the market` };
}
