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

/**
 * The version that an id or its first digits name: one of the caller's own, or else any contestant's. `undefined` if
 * there is none.
 */
export async function findVersion(arena: ArenaClient, text: string): Promise<string | undefined> {
  return (await findOwnVersion(arena, text)) ?? onlyId((await idsWith(arena, text)).versions, text);
}

/** The version that an id or its first digits name, among the caller's own. */
export async function ownVersionIdOf(arena: ArenaClient, text: string): Promise<string> {
  const found = await findOwnVersion(arena, text);
  if (found !== undefined) return found;
  throw new Fault('AGENT_VERSION_NOT_FOUND', {
    message: `None of your versions has an id that begins with ${text}.`,
    remedy: '`assay status` lists yours.',
  });
}

async function findOwnVersion(arena: ArenaClient, text: string): Promise<string | undefined> {
  if (isId(text)) return text.toLowerCase();
  if (arena.hotkey === undefined) return undefined;
  const found = await findOwn(arena, text);
  return found !== undefined && 'versionId' in found ? found.versionId : undefined;
}

/** The id of the arena that begins with a text. Runs can be found by operators only. */
export async function idOf(arena: ArenaClient, kind: Kind, text: string): Promise<string> {
  if (isId(text)) return text.toLowerCase();
  const id = onlyId((await idsWith(arena, text))[kind], text);
  if (id !== undefined) return id;
  const { word, code, see } = KINDS[kind];
  throw new Fault(code, { message: `No ${word} has an id that begins with ${text}.`, remedy: see });
}

/** The id of a version, race or run that begins with a text; other texts as they are. */
export async function anyIdOf(arena: ArenaClient, text: string): Promise<string> {
  if (isId(text) || !isIdPrefix(text)) return text;
  return onlyId(Object.values(await idsWith(arena, text)).flat(), text) ?? text;
}

async function idsWith(arena: ArenaClient, text: string): Promise<Readonly<Record<Kind, readonly string[]>>> {
  const query = { prefix: text.toLowerCase() };
  const signed = arena.hotkey !== undefined;
  const found = await askArena(arena, { path: '/v1/public/ids', query, answer: foundIdsSchema, signed });
  return {
    versions: found.versions.map((each) => each.agent_version_id),
    races: found.races.map((each) => each.race_id),
    runs: found.runs.map((each) => each.run_id),
  };
}
