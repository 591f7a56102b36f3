import type { ArenaClient } from '../../client/arena-client.ts';
import { type OwnVersionAnswer, ownVersionAnswerSchema, type VersionAnswer } from '../../client/licence-answers.ts';
import { Fault } from '../../fault/fault.ts';
import type { Terminal } from '../output/terminal.ts';
import { askArena } from './ask-arena.ts';

/** Status of a version for its owner; the public status, with a warning, if the arena rejects the hotkey. */
export async function ownStatus(
  arena: ArenaClient,
  seen: VersionAnswer,
  terminal: Terminal,
): Promise<VersionAnswer | OwnVersionAnswer> {
  try {
    const path = `/v1/miner/agent-versions/${seen.agent_version_id}`;
    return await askArena(arena, { path, answer: ownVersionAnswerSchema, signed: true });
  } catch (error) {
    // A hotkey that lost its uid or was banned may still read public data.
    if (!Fault.isInstance(error) || error.code !== 'ARENA_REFUSED') throw error;
    terminal.warn(`Showing public data only: ${error.message}`);
    return seen;
  }
}
