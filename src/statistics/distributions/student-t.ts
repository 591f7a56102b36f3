import { incompleteBeta } from './incomplete-beta.ts';
import { invertMonotone } from './invert-monotone.ts';

/** Cumulative distribution function of Student's t distribution. */
export function studentBelow(x: number, degreesOfFreedom: number): number {
  const tail = incompleteBeta(degreesOfFreedom / (degreesOfFreedom + x * x), degreesOfFreedom / 2, 0.5) / 2;
  return x < 0 ? tail : 1 - tail;
}

export function studentQuantile(probability: number, degreesOfFreedom: number): number {
  return invertMonotone((x) => studentBelow(x, degreesOfFreedom), probability, -1e6, 1e6);
}
