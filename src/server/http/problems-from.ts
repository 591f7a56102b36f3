import { wireProblemId } from '../../arena/exam.ts';
import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../../problems/problem.ts';
import { parseProblem } from '../../problems/problem-wire.ts';
import {
  assertNotSealed,
  assertNotSealedIn,
  assertSuiteGate,
  findSuite,
  loadSuite,
  openBank,
} from '../../problems/suites.ts';
import type { Services } from '../start/services.ts';

interface SuiteSource {
  readonly problem_suite_uri?: string | undefined;
  readonly problems?: readonly unknown[] | undefined;
}

/**
 * The problems that an operator names: sent in the body, or `bank:NAME` for a suite in the server's bank. In both cases
 * none may be sealed there, under any id.
 */
export async function problemsFrom(
  { problem_suite_uri, problems }: SuiteSource,
  { bankFolder, queryEmbedder }: Pick<Services, 'bankFolder' | 'queryEmbedder'>,
): Promise<{ readonly name: string; readonly problems: readonly Problem[] }> {
  if (problems !== undefined) {
    const sent = distinct(problems.map(problemOf));
    await assertNotSealedIn(bankFolder, sent, queryEmbedder);
    assertSuiteGate(sent);
    return { name: 'suite', problems: sent };
  }
  const name = problem_suite_uri?.startsWith('bank:') ? problem_suite_uri.slice('bank:'.length) : undefined;
  if (name === undefined || bankFolder === undefined) {
    throw new Fault('MISSING_PARAMETER', {
      message: 'There are no problems in this request.',
      remedy: 'Send them as `problems`, or name a suite of the server’s bank as `problem_suite_uri`: bank:NAME.',
    });
  }
  const bank = await openBank(bankFolder);
  const suite = loadSuite(bankFolder, findSuite(bank.state, name).id);
  await assertNotSealed(bank, suite.problems, queryEmbedder);
  return { name: suite.name, problems: suite.problems };
}

function problemOf(wire: unknown, index: number): Problem {
  const parsed = parseProblem(wire);
  if (parsed.ok) return parsed.problem;
  throw new Fault('INPUT_INVALID', {
    message: `problems.${index} is not a valid problem: ${parsed.field}: ${parsed.reason}.`,
    remedy: 'Send problems as `assay problems synth` writes them.',
  });
}

/** Results are stored by problem, so of two problems with the same id one result would be lost. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  for (const [index, { id }] of problems.entries()) {
    const wireId = wireProblemId(id);
    if (seen.has(wireId)) {
      throw new Fault('INPUT_INVALID', {
        message: `problems.${index} has the same id (${id}) as an earlier problem.`,
        remedy: 'Give every problem a unique id, or none.',
      });
    }
    seen.add(wireId);
  }
  return problems;
}
