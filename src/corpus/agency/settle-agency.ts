import { type AttemptAgencyEvidence, versionEvidence } from '../../agency/version-agency.ts';
import { judgeAttempt } from '../../agency/who-decides.ts';
import type { VersionAgency } from './judge-version.ts';

/** Whether a model had said what an attempt did, in whatever form; by itself that does not show who decided. */
export function isSaid(said: AttemptAgencyEvidence): boolean {
  return judgeAttempt(said, versionEvidence([said], [])).verdict === 'agentic';
}

/**
 * Why an attempt is not agentic, with what all attempts of its version show; nothing where it is. An agent that does not
 * listen to its model is scripted in every attempt, also in those that look otherwise.
 *
 * @param alone Why it is not agentic by itself; where its model had said everything, only probes can tell, and they decide.
 */
export function whyNotAgentic(
  alone: string | null,
  said: boolean,
  version: VersionAgency | undefined,
): string | undefined {
  if (version?.verdict === 'independent of the model') return `scripted, by all its attempts: ${version.because}`;
  if (alone === null) return undefined;
  const isFollowed = version !== undefined && version.probes > 0 && version.follow.search.decides === 'model';
  return said && isFollowed ? undefined : alone;
}
