import { z } from 'zod';
import type { Problem } from '../../problems/problem.ts';
import { problemDigest } from '../../problems/suites.ts';
import { sha256 } from '../../store/sha256.ts';

/** Held-out suites are looked at to report; dev suites are for choosing. */
export type EvaluationKind = 'heldout' | 'dev';

export const marketSchema = z.strictObject({
  products: z.int().positive(),
  seed: z.int().nonnegative(),
  generator: z.int().positive(),
});

/** The market a suite was made from, by what it is built of. */
type SuiteMarket = Readonly<z.infer<typeof marketSchema>>;

export interface EvaluationSuite {
  readonly name: string;
  readonly kind: EvaluationKind;
  readonly problems: readonly Problem[];
  /** `null` when its market is unknown. */
  readonly market: SuiteMarket | null;
  /** Files of training problems that lie beside it and must share nothing with it. */
  readonly training: readonly string[];
}

/** Equal for two suites of the same problems, in whatever order and file. */
export function suiteDigest(problems: readonly Problem[]): string {
  return sha256(problems.map(problemDigest).sort().join('\n'));
}
