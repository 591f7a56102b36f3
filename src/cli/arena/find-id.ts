import { type FoundIdsWire, foundIdsSchema } from '../../board/wire.ts';
import type { ArenaClient } from '../../client/arena-client.ts';
import { Fault } from '../../fault/fault.ts';
import { isId, isIdPrefix } from './arguments.ts';
import { askArena } from './ask-arena.ts';
import { findOwn } from './find-own.ts';
import { onlyId } from './only-id.ts';

type Kind = keyof FoundIdsWire;

const KINDS = {
  versions: {
    word: 'version',
    code: 'AGENT_VERSION_NOT_FOUND',
    see: '`assay leaderboard` lists versions with a score.',
  },
  races: { word: 'race', code: 'RACE_NOT_FOUND', see: '`assay race --history` lists races.' },
  runs: { word: 'run', code: 'EVAL_RUN_NOT_FOUND', see: '`assay admin runs` lists them, for operators.' },
} as const satisfies Record<Kind, object>;

/** The version of any contestant that an id or its first digits name; `undefined` if there is none. */
export async function findVersion(arena: ArenaClient, text: string): Promise<string | undefined> {
  if (isId(text)) return text.toLowerCase();
  return onlyId((await idsWith(arena, text)).versions, text);
}

/** The version that an id or its first digits name, among the caller's own. */
export async function ownVersionIdOf(arena: ArenaClient, text: string): Promise<string> {
  if (isId(text)) return text.toLowerCase();
  const found = await findOwn(arena, text);
  if (found !== undefined && 'versionId' in found) return found.versionId;
  throw new Fault('AGENT_VERSION_NOT_FOUND', {
    message: `None of your versions has an id that begins with ${text}.`,
    remedy: '`assay status` lists yours.',
  });
}

/** The id of the arena that begins with a text. Runs can be found by operators only. */
export async function idOf(arena: ArenaClient, kind: Kind, text: string): Promise<string> {
  if (isId(text)) return text.toLowerCase();
  const id = onlyId((await idsWith(arena, text))[kind], text);
  if (id !== undefined) return id;
  const { word, code, see } = KINDS[kind];
  throw new Fault(code, { message: `No ${word} has an id that begins with ${text}.`, remedy: see });
}

/**
 * What the ledger calls the version, race or run whose id begins with a text: races by number, others by id. Other
 * texts are returned as they are, numbers too, because the ledger also numbers epochs.
 */
export async function ledgerNameOf(arena: ArenaClient, text: string): Promise<string> {
  if (/^\d+$/.test(text) || !isIdPrefix(text)) return text;
  const { versions, races, runs } = await foundIds(arena, text);
  const names = new Map([
    ...versions.map(({ agent_version_id: id }) => [id, id] as const),
    ...races.map(({ race_id, race_number }) => [race_id, `${race_number}`] as const),
    ...runs.map(({ run_id }) => [run_id, run_id] as const),
  ]);
  const id = onlyId([...names.keys()], text);
  return id === undefined ? text : names.get(id)!;
}

async function idsWith(arena: ArenaClient, text: string): Promise<Readonly<Record<Kind, readonly string[]>>> {
  const { versions, races, runs } = await foundIds(arena, text);
  return {
    versions: versions.map((each) => each.agent_version_id),
    races: races.map((each) => each.race_id),
    runs: runs.map((each) => each.run_id),
  };
}

async function foundIds(arena: ArenaClient, text: string): Promise<FoundIdsWire> {
  const query = { prefix: text.toLowerCase() };
  const signed = arena.hotkey !== undefined;
  return await askArena(arena, { path: '/v1/public/ids', query, answer: foundIdsSchema, signed });
}
