import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { AGENCY_THRESHOLDS, type AgencyThresholds } from '../agency/judge-agency.ts';
import { VERSION_THRESHOLDS, type VersionThresholds } from '../agency/judge-version.ts';

/** Every number that the filter decides by. */
export interface FilterConfig {
  /** Raised with every change of a number below, or of what a rule means by it. */
  readonly version: number;
  /** Lower qualities are left out. From here on a judge found a datum cited that the results really show. */
  readonly minimumQuality: number;
  /** Whether attempts that no judge could read pass. An outage is no bad reasoning, but it is no good one either. */
  readonly keepUnjudged: boolean;
  /** Training cuts what is longer, and with it the recommendation. */
  readonly maximumTokens: number;
  /** Calls whose arguments a tool would refuse or ignore. */
  readonly maximumBadCalls: number;
  /** The same call this often, or this many errors in a row, is a loop. */
  readonly loopLength: number;
  readonly agency: AgencyThresholds;
  readonly agentVersion: VersionThresholds;
  /** Trajectories that are kept for one problem. */
  readonly perProblem: number;
}

export const FILTER_CONFIG: FilterConfig = {
  version: 2,
  minimumQuality: 0.5,
  keepUnjudged: false,
  maximumTokens: 14_336,
  maximumBadCalls: 0,
  loopLength: 3,
  agency: AGENCY_THRESHOLDS,
  agentVersion: VERSION_THRESHOLDS,
  perProblem: 50,
};

/** Two results may be compared number by number only when they were filtered alike. */
export function configFingerprint(config: FilterConfig): string {
  return sha256(canonicalJson(config)).slice(0, 16);
}
