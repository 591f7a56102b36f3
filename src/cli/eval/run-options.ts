import type { CallForm, HarnessSize } from '../../evaluation/harness.ts';
import type { TitleOptions } from '../title-options.ts';

/** Options of `assay eval run`, as commander returns them. */
export interface EvalRunOptions extends TitleOptions {
  readonly baseUrl?: string;
  readonly model: string;
  readonly suite: string;
  readonly tools: HarnessSize;
  readonly calls: CallForm;
  readonly maxObservation: number;
  readonly samples: number;
  readonly greedy: boolean;
  readonly temperature: number;
  readonly topP: number;
  readonly maxTokens: number;
  readonly maxTurns: number;
  readonly seed: number;
  readonly workers: number;
  readonly timeout: number;
  readonly keepTokens?: boolean;
  readonly out: string;
  readonly market?: string;
  readonly bank: string;
  readonly trainedOn: readonly string[];
  readonly label?: string;
  readonly experiment?: string;
  readonly checkpoint?: string;
  readonly user?: string;
  readonly modelSelection?: boolean;
  readonly allowHeldoutSelection?: boolean;
  readonly plan?: string;
  readonly ledger: string;
  readonly apiKeyEnv: string;
  readonly promptPrice?: number;
  readonly completionPrice?: number;
  readonly json?: boolean;
}
