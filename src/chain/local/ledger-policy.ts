import { DEFAULT_YUMA_POLICY, type YumaPolicy } from '../yuma/yuma-policy.ts';

export interface LedgerPolicy {
  readonly yuma: YumaPolicy;
  /** Maximum number of neurons. */
  readonly maxNeurons: number;
  /** Maximum number of permits; the neurons with the most stake get them. */
  readonly maxValidators: number;
  /** After this many blocks without an update a validator's stake no longer counts. */
  readonly activityCutoff: number;
}

export const DEFAULT_LEDGER_POLICY: LedgerPolicy = {
  yuma: DEFAULT_YUMA_POLICY,
  maxNeurons: 256,
  maxValidators: 64,
  activityCutoff: 5_000,
};
