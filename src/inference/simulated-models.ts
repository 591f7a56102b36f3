/** Ids of simulated models begin with it, so that they cannot be mistaken for real models. */
export const SIMULATED_PREFIX = 'house/';

/** However it is spelt: a name that only looks like one of theirs is for no real model either. */
export function isSimulatedModel(id: string): boolean {
  return id.trim().toLowerCase().startsWith(SIMULATED_PREFIX);
}
