import { Fault } from '../../fault/fault.ts';
import { drawBalanced } from './draw-balanced.ts';
import { type DrawDocument, drawCommitment } from './draw-document.ts';

/** Everything about a published draw that does not fit; nothing when it was honest. */
export function checkDraw(draw: DrawDocument, commitment?: string): readonly string[] {
  const findings: string[] = [];
  const actual = drawCommitment(draw);
  if (actual !== draw.commitment) {
    findings.push(`commitment: race, seed, pool and problem_ids hash to ${actual}, the file says ${draw.commitment}`);
  }
  if (commitment !== undefined && actual !== commitment) {
    findings.push(`commitment: race, seed, pool and problem_ids hash to ${actual}, committed was ${commitment}`);
  }
  findings.push(...compareLists(draw));
  return findings;
}

function compareLists({ pool, problem_ids: published, seed }: DrawDocument): readonly string[] {
  let drawn: readonly string[];
  try {
    drawn = drawBalanced(pool, published.length, seed);
  } catch (error) {
    if (Fault.isInstance(error)) return [`pool: ${error.message}`];
    throw error;
  }
  const expected = new Set(drawn);
  const given = new Set(published);
  const findings = [
    ...published.filter((id) => !expected.has(id)).map((id) => `problem_ids: ${id} is not what the seed draws`),
    ...drawn.filter((id) => !given.has(id)).map((id) => `problem_ids: ${id} is drawn by the seed and missing`),
  ];
  if (findings.length > 0) return findings;
  const place = drawn.findIndex((id, index) => id !== published[index]);
  return place === -1
    ? []
    : [`problem_ids.${place}: the seed draws ${drawn[place]} there, the file says ${published[place]}`];
}
