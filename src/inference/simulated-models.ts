/** Ids of simulated models begin with it, so that nobody takes one for a real model. */
export const HOUSE_PREFIX = 'house/';

/** However it is spelt: a name that only looks like one of theirs is for no real model either. */
export function isSimulatedModel(id: string): boolean {
  return id.trim().toLowerCase().startsWith(HOUSE_PREFIX);
}
