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

/** The current state of the competition. */
export interface CompetitionState {
  readonly top: Champion | undefined;
  /** The newest race, in any state. */
  readonly race: RaceRow | undefined;
  /** The suite on which versions qualify now. */
  readonly suiteId: number | undefined;
  /** The score needed on that suite to race. */
  readonly threshold: number | null;
  /** Versions that would qualify if qualifying closed now, best first. */
  readonly qualified: readonly Qualification[];
  readonly qualifications: ReadonlyMap<string, Qualification>;
  /** Versions that are racing now; empty between races. */
  readonly racing: ReadonlySet<string>;
}

const NO_CLOSE = Number.MAX_SAFE_INTEGER;

export async function readCompetitionState(
  reader: ArenaQueries,
  { now, policy }: Pick<Arena, 'now' | 'policy'>,
  /** Restricts the qualifications to these hotkeys; all if left out. */
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
