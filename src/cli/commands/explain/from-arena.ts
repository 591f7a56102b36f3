import { z } from 'zod';
import type { ArenaClient } from '../../../client/arena-client.ts';
import { Fault } from '../../../fault/fault.ts';
import { ArenaReader } from '../../arena/arena-reader.ts';
import { isId, isIdPrefix } from '../../arena/arguments.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { findVersion } from '../../arena/find-id.ts';
import { findOwn } from '../../arena/find-own.ts';
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
  const reader = new ArenaReader(options, terminal);
  try {
    if (isPair) return await explainAttempt(reader, { runId: runId!, problemId }, terminal);
    const found = await findShown(reader, id);
    if (found !== undefined && 'attempt' in found) {
      const { eval_run_id, problem_id } = found.attempt;
      return await explainAttempt(reader, { runId: eval_run_id, problemId: problem_id }, terminal);
    }
    if (found !== undefined) return await explainVersion(reader, found.versionId, options, terminal);
  } catch (error) {
    if (!Fault.isInstance(error) || !NOT_THERE.has(error.code)) throw error;
    throw bothUnknown(unknownHere, `The arena was also asked: ${error.message}`);
  }
  const isSigned = (await reader.signed('')) !== undefined;
  const also = isSigned ? ' and no attempt of yours' : '';
  const unread = isSigned ? '' : ' It shows attempts by their ids to their owner only, and you are not signed in.';
  throw bothUnknown(unknownHere, `${options.arenaUrl} has no version${also} with this id either.${unread}`);
}

function bothUnknown(unknownHere: Fault, arenaSays: string): Fault {
  const { code, message, extra } = unknownHere;
  const remedy = `${Fault.remedyFor(unknownHere)} An arena is named with --arena-url, your hotkey with --wallet.`;
  return new Fault(code, { message: `${message} ${arenaSays}`, remedy, extra });
}

/** Versions are public; attempts are found by their owner only, so for these the caller signs in last. */
async function findShown(reader: ArenaReader, id: string): ReturnType<typeof findOwn> {
  if (isId(id) && (await isVersion(reader.open, id.toLowerCase()))) return { versionId: id.toLowerCase() };
  const unasked = await reader.signedUnasked();
  const own = unasked && (await findOwn(unasked, id));
  if (own !== undefined) return own;
  const versionId = isId(id) ? undefined : await findVersion(reader.open, id);
  if (versionId !== undefined) return { versionId };
  const signed =
    unasked === undefined ? await reader.signed('your own attempts, by the first digits of their ids') : undefined;
  return signed && (await findOwn(signed, id));
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
  reader: ArenaReader,
  place: { readonly runId: string; readonly problemId: string },
  terminal: Terminal,
): Promise<void> {
  const arena = (await reader.signedUnasked()) ?? reader.open;
  const seen = await readArenaAttempt(arena, place);
  const owner = await reader.for(seen.page.miner_hotkey, 'its error, its calls and the judge’s reason');
  const found = owner.hotkey === arena.hotkey ? seen : await readArenaAttempt(owner, place);
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
