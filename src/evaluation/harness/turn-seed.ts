import { createHash } from 'node:crypto';

/**
 * The seed of one turn of an episode. A server restarts its random numbers with every request: with one seed for all
 * turns, token n of each turn would be drawn with the same number, and a model that made a mistake would repeat it.
 */
export function turnSeed(episodeSeed: number, turn: number): number {
  const digest = createHash('sha256').update(`${episodeSeed}\0${turn}`).digest();
  return digest.readUInt32LE(0) & 0x7fff_ffff;
}
