import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { yumaPolicySchema } from '../yuma/yuma-policy.ts';
import { DEFAULT_LEDGER_POLICY, type LedgerPolicy } from './ledger-policy.ts';

const count = z.int().positive('is not above 0');

/**
 * All rules by which the local ledger interprets its events. Fixed at block 0, because other rules would change the
 * meaning of old events.
 */
const localChainRulesSchema = z.strictObject({
  netuid: z.int().nonnegative().default(15),
  blockSeconds: z.number().positive('is not above 0').default(12),
  /** How often consensus is computed and paid. */
  epochBlocks: count.default(360),
  /** For this many blocks a newcomer cannot be replaced, so that it has time to earn. */
  immunityBlocks: z.int().nonnegative().default(5_000),
  /** Weights signed for a block older than this are rejected. */
  weightsBlocks: count.default(100),
  maxNeurons: count.default(DEFAULT_LEDGER_POLICY.maxNeurons),
  maxValidators: count.default(DEFAULT_LEDGER_POLICY.maxValidators),
  activityCutoff: count.default(DEFAULT_LEDGER_POLICY.activityCutoff),
  yuma: yumaPolicySchema.prefault({}),
});

export type LocalChainRules = Readonly<z.infer<typeof localChainRulesSchema>>;

export const DEFAULT_LOCAL_CHAIN_RULES: LocalChainRules = localChainRulesSchema.parse({});

export function parseLocalChainRules(value: unknown): LocalChainRules {
  const parsed = localChainRulesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `The rules of the local chain are invalid. ${z.prettifyError(parsed.error)}`,
    remedy: 'Correct the fields named; omitted fields get their default.',
  });
}

export function ledgerPolicyOf({ yuma, maxNeurons, maxValidators, activityCutoff }: LocalChainRules): LedgerPolicy {
  return { yuma, maxNeurons, maxValidators, activityCutoff };
}
