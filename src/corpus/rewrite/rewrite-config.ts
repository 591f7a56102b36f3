import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';

/** Every number that decides about a rewritten attempt. */
export interface RewriteConfig {
  /** Raised with every change of a number below, of a prompt, or of what a rule means. */
  readonly version: number;
  /** More calls cost more than one row is worth. */
  readonly maximumSteps: number;
  /** Of one step's reasoning. */
  readonly minimumCharacters: number;
  readonly maximumCharacters: number;
  /** How often the checker is asked for each step, with the reasoning and without. */
  readonly samples: number;
  readonly temperature: number;
  readonly seed: number;
  /** What the reasoning must add to the likeness of predicted and real calls, mean over steps. */
  readonly minimumGain: number;
  /** How often reasoning that changes nothing may be accepted: the level of the test over all pairs of predictions. */
  readonly alpha: number;
  /** How much it may take away at any one step. */
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
