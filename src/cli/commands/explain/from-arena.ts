import { z } from 'zod';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { Fault } from '../../../fault/fault.ts';
import { openArena, openSignedArena } from '../../arena/arena-connection.ts';
import { isId, isIdPrefix } from '../../arena/arguments.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { findVersion } from '../../arena/find-id.ts';
import { findOwn } from '../../arena/find-own.ts';
import { ownAddress } from '../../arena/own-address.ts';
import { oneLine } from '../../output/format-line.ts';
import { table } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { readArenaAttempt } from './arena-attempt.ts';
import { explainVersion } from './arena-version.ts';
import type { ExplainOptions } from './explain.ts';
import { factRows } from './print-arena-attempt.ts';
import { printAttempt, printCalls } from './show-attempt.ts';

/** Codes after which the id may still belong to a local attempt. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'ARENA_UNREACHABLE',
  'ARENA_REFUSED',
  'AGENT_VERSION_NOT_FOUND',
  'ARTIFACT_NOT_FOUND',
  'EVAL_RUN_NOT_FOUND',
]);

/**
 * Explains an attempt or a version that is at an arena.
 *
 * @param unknownHere Why this machine has no attempt with that id; thrown, together with the arena's error, if the
 * arena has none either.
 */
export async function explainFromArena(
  id: string,
  unknownHere: Fault,
  options: ExplainOptions,
  terminal: Terminal,
): Promise<void> {
  const [runId, problemId, ...rest] = id.toLowerCase().split('/');
  const isPair = rest.length === 0 && problemId !== undefined && isId(runId!) && isId(problemId);
  if (!isPair && !isIdPrefix(id)) {
    throw isIdPrefix(`${id}0000`)
      ? bothUnknown(unknownHere, 'The arena was not asked: it needs at least four digits.')
      : unknownHere;
  }
  try {
    const own = ownAddress(options) === undefined ? undefined : await openSignedArena(options);
    if (isPair) return await explainAttempt(own ?? openArena(options), { runId: runId!, problemId }, terminal);
    if (isId(id) && (await isVersion(openArena(options), id.toLowerCase()))) {
      return await explainVersion(own ?? openArena(options), id.toLowerCase(), options, terminal);
    }
    const found = own === undefined ? undefined : await findOwn(own, id);
    if (found !== undefined && 'attempt' in found) {
      const { eval_run_id, problem_id } = found.attempt;
      return await explainAttempt(own!, { runId: eval_run_id, problemId: problem_id }, terminal);
    }
    const version = found?.versionId ?? (await findVersion(openArena(options), id));
    if (version !== undefined) return await explainVersion(own ?? openArena(options), version, options, terminal);
  } catch (error) {
    if (!Fault.isInstance(error) || !NOT_THERE.has(error.code)) throw error;
    throw bothUnknown(unknownHere, `The arena was also asked: ${error.message}`);
  }
  throw bothUnknown(unknownHere, `${options.arenaUrl} has no version and no attempt of yours with this id either.`);
}

function bothUnknown(unknownHere: Fault, arenaSays: string): Fault {
  const { code, message, extra } = unknownHere;
  const remedy = `${Fault.remedyFor(unknownHere)} An arena is named with --arena-url, your hotkey with --wallet.`;
  return new Fault(code, { message: `${message} ${arenaSays}`, remedy, extra });
}

async function isVersion(arena: ArenaClient, id: string): Promise<boolean> {
  try {
    await askArena(arena, { path: `/v1/public/agent-versions/${id}/status`, answer: z.unknown() });
    return true;
  } catch (error) {
    if (Fault.isInstance(error) && error.code === 'AGENT_VERSION_NOT_FOUND') return false;
    throw error;
  }
}

async function explainAttempt(
  arena: ArenaClient,
  place: { readonly runId: string; readonly problemId: string },
  terminal: Terminal,
): Promise<void> {
  const found = await readArenaAttempt(arena, place);
  const { page, evidence, flaw } = found;
  terminal.print(oneLine(`${page.agent_name}, version ${page.version_number}`));
  terminal.print(table(['problem', page.problem_id], factRows(found, arena.url), 300));
  if (evidence !== null) {
    const { attempt, receipt, verdict, calls } = evidence;
    terminal.print();
    printAttempt({ attempt, receipt, verdict, calls, wanted: page.problem.asked ?? 'hidden' }, terminal);
    printCalls(calls, terminal);
  }
  terminal.report({ page, evidence: evidence === null ? null : { ...evidence, dialogue: undefined }, flaw });
  process.exitCode = flaw !== null && page.evidence.missing === null ? 1 : 0;
}
