import type { Metagraph } from '../metagraph.ts';

/** A subnet in which the neurons with stake have permits and are active, all registered at block 0. */
export function sampleMetagraph(stakes: readonly (bigint | number)[]): Metagraph {
  const neurons = stakes.map((stake, uid) => ({
    uid,
    hotkey: `hotkey-${uid}`,
    stake: BigInt(stake),
    validatorPermit: BigInt(stake) > 0n,
    active: true,
    registeredAt: 0,
    lastUpdate: 1,
  }));
  return { block: 1, neurons };
}
