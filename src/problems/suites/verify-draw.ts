import { checkDraw } from './check-draw.ts';
import { readDraw } from './read-draw.ts';

export interface VerifiedDraw {
  readonly race?: string;
  readonly commitment?: string;
  /** What does not fit; empty when the draw verifies. */
  readonly findings: readonly string[];
}

/** Hashes and draws again what a file claims. Needs nothing but the file, so anyone can do it. */
export function verifyDraw(file: string, commitment?: string): VerifiedDraw {
  const read = readDraw(file);
  if (!read.ok) return { findings: [read.reason] };
  return { race: read.draw.race, commitment: read.draw.commitment, findings: checkDraw(read.draw, commitment) };
}
