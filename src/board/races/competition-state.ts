import type { Arena } from '../../arena/arena.ts';
import { type Champion, currentChampion } from '../../arena/champion.ts';
import {
  type ArenaQueries,
  newestRace,
  type Qualification,
  qualify,
  type RaceRow,
  readQualifyingInput,
} from '../../arena/race.ts';

/** Where the competition stands at this moment. */
export interface CompetitionState {
  readonly top: Champion | undefined;
  /** The newest race, whatever state it is in. */
  readonly race: RaceRow | undefined;
  /** On which versions qualify now. */
  readonly suiteId: number | undefined;
  /** What a version must reach on it to race. */
  readonly threshold: number | null;
  /** Who would qualify if it closed now, best first. */
  readonly qualified: readonly Qualification[];
  readonly qualifications: ReadonlyMap<string, Qualification>;
  /** Versions that are racing now; in between nobody is. */
  readonly racing: ReadonlySet<string>;
}

const NO_CLOSE = Number.MAX_SAFE_INTEGER;

export async function readCompetitionState(
  reader: ArenaQueries,
  { now, policy }: Pick<Arena, 'now' | 'policy'>,
  /** Of whom alone it shall be told who qualifies; everybody, when left out. */
  hotkeys?: readonly string[],
): Promise<CompetitionState> {
  const race = await newestRace(reader);
  const top = await currentChampion(reader, now(), policy);
  const racing = await readRacing(reader, race);
  const open = race?.state === 'qualifying_open' ? race : undefined;
  const suiteId = open?.suite_id ?? (await activeSuiteId(reader));
  const nobody = { top, race, racing, suiteId, threshold: null, qualified: [], qualifications: new Map() };
  if (suiteId === undefined) return nobody;
  const window = { suite_id: suiteId, closes_at: open?.closes_at ?? NO_CLOSE };
  const input = await readQualifyingInput(reader, window, top, hotkeys);
  const { threshold, qualified } = qualify(input, policy.race);
  return {
    ...nobody,
    threshold,
    qualified,
    qualifications: new Map(qualified.map((each) => [each.agentVersionId, each])),
  };
}

async function readRacing(reader: ArenaQueries, race: RaceRow | undefined): Promise<ReadonlySet<string>> {
  if (race?.state !== 'qualifying_closed' && race?.state !== 'race_running') return new Set();
  const racers = await reader
    .selectFrom('racers')
    .select('agent_version_id')
    .where('race_id', '=', race.race_id)
    .execute();
  return new Set(racers.map(({ agent_version_id }) => agent_version_id));
}

async function activeSuiteId(reader: ArenaQueries): Promise<number | undefined> {
  const suite = await reader.selectFrom('suites').select('suite_id').where('is_active', '=', true).executeTakeFirst();
  return suite?.suite_id;
}
