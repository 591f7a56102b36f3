import { versionAnswerSchema } from '../../../client/licence-answers.ts';
import type { SignedArenaOptions } from '../../arena/arena-connection.ts';
import type { ArenaReader } from '../../arena/arena-reader.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { ownStatus } from '../../arena/own-status.ts';
import { askOverview, printWaiting } from '../../arena/print-waiting.ts';
import { printProbes } from '../../output/print-probes.ts';
import { printHowToExplain, printVersion } from '../../output/print-version.ts';
import type { Terminal } from '../../output/terminal.ts';
import { verifyProbes } from './verify-probes.ts';

export type VersionOptions = SignedArenaOptions & {
  /** Folder for the evidence, or just whether to verify it. */
  readonly verifyProbes?: string | boolean;
};

/** Prints one version: its public status and, for its owner, the rest. */
export async function showVersion(
  reader: ArenaReader,
  versionId: string,
  options: VersionOptions,
  terminal: Terminal,
): Promise<void> {
  const arena = reader.open;
  const path = `/v1/public/agent-versions/${versionId}/status`;
  const seen = await askArena(arena, { path, answer: versionAnswerSchema });
  const adds = 'why its attempts failed, what it cost, and findings';
  const own = seen.miner_hotkey === reader.address ? await reader.signed(adds) : undefined;
  const status = own === undefined ? seen : await ownStatus(own, seen, terminal);
  if (status.queue.position !== null) printWaiting(await askOverview(arena), terminal);
  printVersion(status, { now: (await arenaTime(arena)).now, arenaUrl: arena.url }, terminal);
  printHowToExplain(status, terminal);
  if (options.verifyProbes === undefined) return terminal.report(status);
  const folder = typeof options.verifyProbes === 'string' ? options.verifyProbes : undefined;
  const probes = await verifyProbes(own ?? arena, versionId, own !== undefined, folder);
  printProbes(probes, terminal);
  terminal.report({ ...status, probes });
  if (probes.some(({ recounted }) => recounted?.agrees === false)) process.exitCode = 1;
}
