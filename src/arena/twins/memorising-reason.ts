import type { TwinComparison } from './compare-twins.ts';

/** Why a version is marked; public. */
export function memorisingReason(comparison: TwinComparison): string {
  const { public_solved, public_of, twins_solved, twins_of, probability } = comparison;
  return (
    `It solved ${share(public_solved, public_of)} of the public problems and ${share(twins_solved, twins_of)} of unpublished twins of ` +
    `the same difficulty (p = ${probability.toPrecision(2)}): answers are memorised. Its score is that of the twins.`
  );
}

function share(solved: number, of: number): string {
  return `${Math.round((100 * solved) / of)} %`;
}
