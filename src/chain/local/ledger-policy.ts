import { DEFAULT_YUMA_POLICY, type YumaPolicy } from '../yuma/yuma-policy.ts';

export interface LedgerPolicy {
  readonly yuma: YumaPolicy;
  /** How many neurons there is room for. */
  readonly maxNeurons: number;
  /** The neurons with most stake get a permit, this many at most. */
  readonly maxValidators: number;
  /** After this many blocks of silence a validator's stake no longer counts. */
  readonly activityCutoff: number;
}

export const DEFAULT_LEDGER_POLICY: LedgerPolicy = {
  yuma: DEFAULT_YUMA_POLICY,
  maxNeurons: 256,
  maxValidators: 64,
  activityCutoff: 5_000,
};
