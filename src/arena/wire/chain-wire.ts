import { z } from 'zod';
import { emissionPolicySchema } from '../emission/emission-policy.ts';

/** The local chain in the API. Amounts in rao are strings of digits, because they do not fit into a number. */

const rao = z.string().regex(/^\d+$/);

export const metagraphSchema = z.object({
  /**
   * `local`: the arena runs the chain and accepts weights itself. `subtensor`: validators send them to a Bittensor
   * chain.
   */
  kind: z.enum(['local', 'subtensor']),
  netuid: z.int(),
  block: z.int(),
  neurons: z.array(
    z.object({
      uid: z.int(),
      hotkey: z.string(),
      stake: rao,
      validator_permit: z.boolean(),
      active: z.boolean(),
      registered_at: z.int(),
      last_update: z.int(),
      /** Block from which a newcomer may replace this hotkey in a full subnet; null on another chain. */
      immune_until: z.int().nullable().optional(),
    }),
  ),
  /** Current cost of a registration, in simulated money; null if the arena does not run the chain. */
  registration: z
    .object({
      price: rao,
      min_price: rao,
      /** Amount that a hotkey gets once, at its first registration. */
      start_balance: rao,
      immunity_blocks: z.int(),
      max_neurons: z.int(),
    })
    .nullable()
    .optional(),
});

export const ledgerSchema = metagraphSchema.extend({
  epochs: z.int(),
  /** Earnings of each hotkey. Null if the arena does not run the chain and so does not pay. */
  earned: z.record(z.string(), rao).nullable().optional(),
  /** Spendable balance of each hotkey: `earned` plus grants, less registration fees. */
  balances: z.record(z.string(), rao).nullable(),
  /** Simulated money granted, and registration fees paid, over all hotkeys. */
  granted: rao.nullable().optional(),
  fees: rao.nullable().optional(),
  burned: rao.nullable(),
  /** The current weight vectors; only the ratio of their numbers counts. */
  weights: z.array(z.object({ uid: z.int(), uids: z.array(z.int()), values: z.array(z.int()) })),
  latest_epoch: z
    .object({
      block: z.int(),
      hotkeys: z.array(z.string()),
      incentive: z.array(z.number()),
      dividends: z.array(z.number()),
      consensus: z.array(z.number()),
      /** Share of each validator's weights that is left after clipping. */
      validator_trust: z.array(z.number()),
    })
    .nullable(),
});

const u16 = z.int().min(0).max(65_535);

export const signedWeightsSchema = z.object({
  netuid: z.int().min(0),
  hotkey: z.string().max(64),
  block: z.int().min(0),
  uids: z.array(u16).max(65_536),
  values: z.array(u16).max(65_536),
  signature: z.string().max(200),
});

export const weightsConfirmationSchema = z.object({ block: z.int(), reference: z.string() });

/** The basis of validators' weights until the next epoch. The share `t_burn` is burned. */
const epochStandingsSchema = z.object({
  top_hotkey: z.string().nullable(),
  t_burn: z.number(),
  finishers: z.array(
    z.object({ agent_version_id: z.string(), miner_hotkey: z.string(), race_score: z.number(), rank: z.int() }),
  ),
});

export const weightSaltSchema = z.object({
  active: z.boolean(),
  eligible: z.boolean(),
  epoch_index: z.int(),
  weight_overlay: z.record(z.string(), z.number()),
  epoch_standings: epochStandingsSchema.nullable(),
  /**
   * From here on, extensions by Assay. The arena's emission policy; a validator with another one disagrees with all
   * others.
   */
  emission_policy: emissionPolicySchema,
  /** When the epoch was fixed, and its weight vector for the subnet as this arena sees it. */
  pinned_at: z.string().nullable(),
  weights: z.object({ block: z.int(), uids: z.array(z.int()), values: z.array(z.int()) }).nullable(),
});
