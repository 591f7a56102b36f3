import type { AttemptProfile } from './attempt-profile.ts';
import { judgeVersion, type VersionAgency, type VersionThresholds } from './judge-version.ts';

/** More attempts of a version add no information but take memory. */
const PROFILES_PER_VERSION = 200;

/** Collects the profiles of attempts by agent version until all attempts are read. */
export class VersionProfiles {
  readonly #profiles = new Map<string, AttemptProfile[]>();

  add(agent: string, profile: AttemptProfile): void {
    const known = this.#profiles.get(agent) ?? [];
    this.#profiles.set(agent, known);
    if (known.length < PROFILES_PER_VERSION) known.push(profile);
  }

  judge(thresholds?: VersionThresholds): ReadonlyMap<string, VersionAgency> {
    return new Map(Array.from(this.#profiles, ([agent, profiles]) => [agent, judgeVersion(profiles, thresholds)]));
  }
}
