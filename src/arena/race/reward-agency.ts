import type { Deciders } from '../../agency/who-decides.ts';
import { agencyFactor } from '../agency/agency-factor.ts';
import { agencyPolicySchema } from '../agency/agency-policy.ts';

/** The preset `reward-agency` of arena.json, applied to a past race. */
export interface RewardAgency {
  /** Factor for a version whose program follows no change; `undefined`: as the arena set it. */
  readonly floor: number | undefined;
}

/** What an arena published about who decides in a racer. */
export interface PublishedAgency {
  /** The factor under the arena's own floor; `null` for a version that was not probed, `undefined` if not published. */
  readonly publishedFactor: number | null | undefined;
  readonly deciders: Deciders | undefined;
}

const DEFAULT_FLOOR = agencyPolicySchema.parse({}).floor;

/**
 * The factor of a racer. `null` for a version that was not probed, which keeps its score; `undefined` if another floor
 * is asked for and the arena published nothing from which its factor could be computed.
 */
export function rewardFactor(
  { publishedFactor, deciders }: PublishedAgency,
  { floor }: RewardAgency,
): number | null | undefined {
  if (publishedFactor === null) return null;
  if (floor === undefined && publishedFactor !== undefined) return publishedFactor;
  if (deciders !== undefined) return agencyFactor({ deciders }, { floor: floor ?? DEFAULT_FLOOR });
  return publishedFactor === undefined ? null : undefined;
}
