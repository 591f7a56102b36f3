import { ownVersionAnswerSchema, type VersionAnswer, versionAnswerSchema } from '../../../client/licence-answers.ts';
import { Fault } from '../../../fault/fault.ts';
import { hotkeyFromSeed } from '../../../identity/hotkey.ts';
import { readKeyDocument } from '../../../identity/key-document.ts';
import { readKeyText } from '../../../identity/wallet.ts';
import { openArena, openSignedArena, type SignedArenaOptions } from '../../arena/arena-connection.ts';
import { arenaTime } from '../../arena/arena-time.ts';
import { askArena } from '../../arena/ask-arena.ts';
import { sayVersion } from '../../output/say-version.ts';
import type { Terminal } from '../../output/terminal.ts';
import { type PlaceOptions, placeOf } from '../../wallet/wallet-place.ts';

/** One version: what everybody sees of it, and to its owner the rest. */
export async function showVersion(versionId: string, options: SignedArenaOptions, terminal: Terminal): Promise<void> {
  const arena = openArena(options);
  const path = `/v1/public/agent-versions/${versionId}/status`;
  const seen = await askArena(arena, { path, answer: versionAnswerSchema });
  const status = seen.miner_hotkey === addressAt(options) ? await ownStatus(seen, options, terminal) : seen;
  sayVersion(status, (await arenaTime(arena)).now, terminal);
  terminal.report(status);
}

async function ownStatus(seen: VersionAnswer, options: SignedArenaOptions, terminal: Terminal) {
  const arena = await openSignedArena(options);
  try {
    const path = `/v1/miner/agent-versions/${seen.agent_version_id}`;
    return await askArena(arena, { path, answer: ownVersionAnswerSchema, signed: true });
  } catch (error) {
    // One that lost its place, or was banned, is a stranger to the arena and may still look.
    if (!Fault.isInstance(error) || error.code !== 'ARENA_REFUSED') throw error;
    terminal.warn(`This is what everybody sees: ${error.message}`);
    return seen;
  }
}

/** Whose hotkey the options name; a passphrase is not needed to know. Nothing when there is none that could be used. */
function addressAt(options: PlaceOptions): string | undefined {
  try {
    const document = readKeyDocument(readKeyText(placeOf(options).path) ?? '');
    return document.ok ? hotkeyFromSeed(document.seed).address : document.lockedAddress;
  } catch (error) {
    if (Fault.isInstance(error)) return undefined;
    throw error;
  }
}
