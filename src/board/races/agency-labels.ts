import { agencyLabel } from '../../agency/who-decides.ts';
import { readAgency } from '../../arena/agency.ts';
import type { AgencyOf, ArenaQueries } from '../../arena/race.ts';

/** The agency labels of some versions, as far as the arena knows them. */
export type ReadAgencyLabels = (reader: ArenaQueries, agentVersionIds: readonly string[]) => Promise<AgencyOf>;

/** Derives them from the probes that validators have reported. */
export const readAgencyLabels: ReadAgencyLabels = async (reader, agentVersionIds) => {
  const known = await readAgency(reader, agentVersionIds);
  return (agentVersionId) => {
    const agency = known.get(agentVersionId);
    return agency === undefined ? 'unknown' : agencyLabel(agency.deciders);
  };
};
