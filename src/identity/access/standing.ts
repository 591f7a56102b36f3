import type { Metagraph } from './metagraph.ts';

export type Role = 'admin' | 'validator' | 'miner';

export interface StandingRules {
  /** A permit with less stake gives only the rights of any registered hotkey. */
  readonly minimumValidatorStake: number;
  /** Older data is not used: hotkeys that have left the subnet since would still be accepted. */
  readonly maximumAgeSeconds: number;
  readonly admins: ReadonlySet<string>;
}

export const DEFAULT_STANDING_RULES: StandingRules = {
  minimumValidatorStake: 40_000,
  maximumAgeSeconds: 1200,
  admins: new Set(),
};

/** The roles of a hotkey. `undefined` if the data is too old to decide. */
export interface Standing {
  readonly admin: boolean;
  readonly registered: boolean | undefined;
  readonly validator: boolean | undefined;
}

export function standingOf(hotkey: string, metagraph: Metagraph, rules: StandingRules, nowSeconds: number): Standing {
  const admin = rules.admins.has(hotkey);
  // A timestamp in the future was written by a clock that was ahead; the age of the data is unknown.
  const age = Math.abs(nowSeconds - (metagraph.syncedAt ?? Number.NEGATIVE_INFINITY));
  if (!(age <= rules.maximumAgeSeconds)) return { admin, registered: undefined, validator: undefined };
  const neuron = metagraph.find(hotkey);
  const validator = neuron?.validatorPermit === true && neuron.stakeWeight >= rules.minimumValidatorStake;
  return { admin, registered: neuron !== undefined, validator };
}

/**
 * The standing of a hotkey; if it falls short, also by data that was just read. A hotkey may have been registered by
 * another process of the arena, or on the chain itself, since the last read. Only for hotkeys whose owner has signed.
 */
export async function currentStanding(
  hotkey: string,
  { metagraph, standing: rules }: { readonly metagraph: Metagraph; readonly standing: StandingRules },
  nowSeconds: number,
  fallsShort: (standing: Standing) => boolean,
): Promise<Standing> {
  const known = standingOf(hotkey, metagraph, rules, nowSeconds);
  if (!fallsShort(known)) return known;
  await metagraph.refreshIfDue();
  return standingOf(hotkey, metagraph, rules, nowSeconds);
}

/**
 * The single role shown in a session; `undefined` for an unknown hotkey, and for all but admins while the data is too
 * old.
 */
export function roleOf({ admin, registered, validator }: Standing): Role | undefined {
  if (admin) return 'admin';
  if (validator) return 'validator';
  return registered ? 'miner' : undefined;
}
