import { versionAnswerSchema } from '../../../client/licence-answers.ts';
import { openArena, openSignedArena, type SignedArenaOptions } from '../../arena/arena-connection.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { ownAddress } from '../../arena/own-address.ts';
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
export async function showVersion(versionId: string, options: VersionOptions, terminal: Terminal): Promise<void> {
  const arena = openArena(options);
  const path = `/v1/public/agent-versions/${versionId}/status`;
  const seen = await askArena(arena, { path, answer: versionAnswerSchema });
  const isOwn = seen.miner_hotkey === ownAddress(options);
  const status = isOwn ? await ownStatus(await openSignedArena(options), seen, terminal) : seen;
  if (status.queue.position !== null) printWaiting(await askOverview(arena), terminal);
  printVersion(status, { now: (await arenaTime(arena)).now, arenaUrl: arena.url }, terminal);
  printHowToExplain(status, terminal);
  if (options.verifyProbes === undefined) return terminal.report(status);
  const folder = typeof options.verifyProbes === 'string' ? options.verifyProbes : undefined;
  const probes = await verifyProbes(isOwn ? await openSignedArena(options) : arena, versionId, isOwn, folder);
  printProbes(probes, terminal);
  terminal.report({ ...status, probes });
  if (probes.some(({ recounted }) => recounted?.agrees === false)) process.exitCode = 1;
}
