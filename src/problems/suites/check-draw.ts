import { Fault } from '../../fault/fault.ts';
import { checkBeacon } from './beacon.ts';
import { drawBalanced } from './draw-balanced.ts';
import { combinedSeed, type DrawDocument, drawCommitment, isVersion2 } from './draw-document.ts';

/** Findings about a published draw; empty if the draw is correct. */
export function checkDraw(draw: DrawDocument, commitment?: string): readonly string[] {
  const findings: string[] = [];
  const actual = drawCommitment(draw);
  const parts = isVersion2(draw) ? 'race, seed, size and pool' : 'race, seed, pool and problem_ids';
  if (actual !== draw.commitment) {
    findings.push(`commitment: ${parts} hash to ${actual}, the file says ${draw.commitment}`);
  }
  if (commitment !== undefined && actual !== commitment) {
    findings.push(`commitment: ${parts} hash to ${actual}, committed was ${commitment}`);
  }
  if (!isVersion2(draw)) return [...findings, ...compareLists(draw, draw.problem_ids.length, draw.seed)];
  if (draw.beacon === null) {
    return draw.problem_ids.length === 0 ? findings : [...findings, 'beacon: is missing, and problems were drawn'];
  }
  findings.push(...checkBeacon(draw.beacon));
  return [...findings, ...compareLists(draw, draw.size, combinedSeed(draw.seed, draw.beacon))];
}

/**
 * Problems whose content differs from the commitment, among those whose digest the caller supplies. Draws of version 1
 * do not commit to content.
 */
export function changedProblems(draw: DrawDocument, digests: ReadonlyMap<string, string>): readonly string[] {
  if (!isVersion2(draw)) return [];
  return draw.pool
    .filter(({ problem_id, digest }) => (digests.get(problem_id) ?? digest) !== digest)
    .map(({ problem_id }) => problem_id);
}

function compareLists({ pool, problem_ids: published }: DrawDocument, size: number, seed: string): readonly string[] {
  let drawn: readonly string[];
  try {
    drawn = drawBalanced(pool, size, seed);
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
  if (published.length !== drawn.length) return [`problem_ids: ${published.length} ids, drawn were ${drawn.length}`];
  const place = drawn.findIndex((id, index) => id !== published[index]);
  return place === -1
    ? []
    : [`problem_ids.${place}: the seed draws ${drawn[place]} there, the file says ${published[place]}`];
}
