import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { AGENCY_THRESHOLDS, type AgencyThresholds } from '../agency/judge-agency.ts';
import { VERSION_THRESHOLDS, type VersionThresholds } from '../agency/judge-version.ts';

/** Every number that the filter's decisions depend on. */
export interface FilterConfig {
  /** Incremented with every change of a number below or of its meaning in a rule. */
  readonly version: number;
  /** Minimum quality. From here on, the judge found a cited fact that the results really show. */
  readonly minimumQuality: number;
  /** Whether attempts that no judge could grade pass. An outage is neither bad nor good reasoning. */
  readonly keepUnjudged: boolean;
  /** Training truncates longer rows, which removes the recommendation. */
  readonly maximumTokens: number;
  /** Maximum number of calls with arguments that a tool would refuse or ignore. */
  readonly maximumBadCalls: number;
  /** The same call this many times, or this many errors in a row, is a loop. */
  readonly loopLength: number;
  readonly agency: AgencyThresholds;
  readonly agentVersion: VersionThresholds;
  /** Maximum number of trajectories kept per problem. */
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

/** Two results are only comparable if they have the same fingerprint. */
export function configFingerprint(config: FilterConfig): string {
  return sha256(canonicalJson(config)).slice(0, 16);
}
