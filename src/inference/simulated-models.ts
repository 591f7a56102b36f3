/** Ids of simulated models begin with it, so that nobody takes one for a real model. */
export const HOUSE_PREFIX = 'house/';

export function isSimulatedModel(id: string): boolean {
  return id.startsWith(HOUSE_PREFIX);
}
