import { agencyLabel } from '../../agency/who-decides.ts';
import { readAgency } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import type { AgencyOf, ArenaQueries } from '../../arena/race.ts';
import { inversionAlarm } from '../../arena/race.ts';
import type { RaceAlarmQuery, RaceAlarmWire } from '../wire/race-alarm-wire.ts';
import { raceResultSchema } from '../wire/race-result-wire.ts';

/** Whether the newest decided races rewarded scripts, or were decided by the judge. */
export async function raceAlarm(
  { database }: Pick<Arena, 'database'>,
  { races: limit }: RaceAlarmQuery,
  readLabels: ReadAgencyLabels = readAgencyLabels,
): Promise<RaceAlarmWire> {
  return await database.withSnapshot(async (reader) => {
    const rows = await reader
      .selectFrom('races')
      .select(['race_number', 'result'])
      .where('state', '=', 'promoted')
      .where('result', 'is not', null)
      .orderBy('race_number', 'desc')
      .limit(limit)
      .execute();
    const races = rows.map(({ race_number, result }) => ({
      number: race_number,
      result: raceResultSchema.parse(result),
    }));
    const ids = races.flatMap(({ result }) => result.ranking.map(({ agent_version_id }) => agent_version_id));
    const { judge, ...alarm } = inversionAlarm(races, await readLabels(reader, [...new Set(ids)]));
    return {
      ...alarm,
      judge: {
        compared: judge.compared,
        decided: judge.decided.map(({ number, top, topAgency, topWithoutJudge, topWithoutJudgeAgency }) => ({
          race_number: number,
          top_agent_version_id: top,
          top_agency: topAgency,
          judge_off_top_agent_version_id: topWithoutJudge,
          judge_off_top_agency: topWithoutJudgeAgency,
        })),
      },
    };
  });
}

/** The agency labels of some versions, as far as the arena knows them. */
type ReadAgencyLabels = (reader: ArenaQueries, agentVersionIds: readonly string[]) => Promise<AgencyOf>;

/** Derives them from the probes that validators have reported. */
const readAgencyLabels: ReadAgencyLabels = async (reader, agentVersionIds) => {
  const known = await readAgency(reader, agentVersionIds);
  return (agentVersionId) => {
    const agency = known.get(agentVersionId);
    return agency === undefined ? 'unknown' : agencyLabel(agency.deciders);
  };
};
