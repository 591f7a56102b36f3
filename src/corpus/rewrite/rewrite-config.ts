import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';

/** Every number that decisions about a rewritten attempt depend on. */
export interface RewriteConfig {
  /** Incremented with every change of a number below, of a prompt, or of the meaning of a rule. */
  readonly version: number;
  /** Rewriting more calls costs more than one row is worth. */
  readonly maximumSteps: number;
  /** Limits on the reasoning of one step. */
  readonly minimumCharacters: number;
  readonly maximumCharacters: number;
  /** How often the checker is asked for each step, with and without the reasoning. */
  readonly samples: number;
  readonly temperature: number;
  readonly seed: number;
  /** How much the reasoning must add to the similarity of predicted and real calls, as a mean over steps. */
  readonly minimumGain: number;
  /** How often reasoning without effect may be accepted: the significance level over all pairs of predictions. */
  readonly alpha: number;
  /** Maximum loss of similarity at any single step. */
  readonly maximumLoss: number;
}

export const REWRITE_CONFIG: RewriteConfig = {
  version: 3,
  maximumSteps: 24,
  minimumCharacters: 20,
  maximumCharacters: 1_500,
  samples: 8,
  temperature: 0.7,
  seed: 1,
  minimumGain: 0.05,
  alpha: 0.05,
  maximumLoss: 0.1,
};

export function rewriteFingerprint(config: RewriteConfig): string {
  return sha256(canonicalJson(config)).slice(0, 16);
}
