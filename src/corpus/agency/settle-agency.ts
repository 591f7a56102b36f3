import { type AttemptAgencyEvidence, versionEvidence } from '../../agency/version-agency.ts';
import { judgeAttempt } from '../../agency/who-decides.ts';
import type { VersionAgency } from './judge-version.ts';

/** Whether a model had said what an attempt did, in any form. This alone does not show who decided. */
export function isSaid(said: AttemptAgencyEvidence): boolean {
  return whyUnsaid(said) === undefined;
}

/** What an attempt did that no model had said; `undefined` if models had said all of it. */
export function whyUnsaid(said: AttemptAgencyEvidence): string | undefined {
  // The attempt itself first: "half of the attempts" says nothing about a single one.
  for (const version of [versionEvidence([], []), versionEvidence([said], [])]) {
    const { verdict, because } = judgeAttempt(said, version);
    if (verdict !== 'agentic') return because;
  }
  return undefined;
}

/**
 * Why an attempt is not agentic, given the evidence from all attempts of its version; `undefined` if it is. An agent
 * that does not follow its model is scripted in every attempt, even in those that look different.
 *
 * @param alone Why the attempt alone is not agentic. If its model had said everything, only probes can show who
 * decided, and they take precedence.
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
