/** Prefix of the ids of simulated models, so that they cannot be mistaken for real models. */
export const SIMULATED_PREFIX = 'house/';

/** Ignores case and surrounding spaces: a name that merely looks simulated does not belong to a real model either. */
export function isSimulatedModel(id: string): boolean {
  return id.trim().toLowerCase().startsWith(SIMULATED_PREFIX);
}
