import { z } from 'zod';
import type { Problem } from '../../problems/problem.ts';
import { problemDigest } from '../../problems/suites.ts';
import { sha256 } from '../../store/sha256.ts';

/** Held-out suites are only for reporting; dev suites are for model selection. */
export type EvaluationKind = 'heldout' | 'dev';

export const marketSchema = z.strictObject({
  products: z.int().positive(),
  seed: z.int().nonnegative(),
  generator: z.int().positive(),
});

/** The parameters of the market that a suite was made from. */
type SuiteMarket = Readonly<z.infer<typeof marketSchema>>;

export interface EvaluationSuite {
  readonly name: string;
  readonly kind: EvaluationKind;
  readonly problems: readonly Problem[];
  /** `null` if its market is unknown. */
  readonly market: SuiteMarket | null;
  /** Files of training problems in the same folder, which must share nothing with it. */
  readonly training: readonly string[];
}

/** Equal for two suites with the same problems, whatever their order and file. */
export function suiteDigest(problems: readonly Problem[]): string {
  return sha256(problems.map(problemDigest).sort().join('\n'));
}
