import { z } from 'zod';
import { type ArenaPolicy, arenaPolicySchema } from '../../arena/arena-policy.ts';
import { parseLocalChainRules } from '../../chain/local.ts';
import { GENESIS_HASHES } from '../../chain/subtensor.ts';
import { Fault } from '../../fault/fault.ts';
import { DEFAULT_RATE_POLICY } from '../../identity/rate.ts';
import { parseSs58 } from '../../identity/ss58.ts';
import { isSimulatedModel } from '../../inference/simulated-models.ts';
import { type Network, parseNetwork } from '../../net/public-address.ts';
import { type ProviderSettings, providersOf } from './inference-offer.ts';

const hotkey = z.string().refine((text) => parseSs58(text).ok, 'is not an SS58 address');
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
const network = z.string().transform((text, context): Network => {
  const parsed = parseNetwork(text);
  if (parsed !== undefined) return parsed;
  context.addIssue(`${JSON.stringify(text)} is not a network such as 10.0.0.0/8`);
  return z.NEVER;
});
const limit = z.strictObject({ burst: z.int().positive(), perMinute: z.number().positive() });

const USUAL_START_TAO = 0.1;
const LOCAL_RULES = parseLocalChainRules({});

const dollars = z.number().nonnegative().nullable().default(null);
const modelSchema = z.strictObject({
  promptPrice: dollars,
  completionPrice: dollars,
  /** Other names under which a provider may report the model. */
  answersAs: z.array(z.string().min(1)).default([]),
});

/** A list of names has no further details. */
function withoutDetails(models: unknown): unknown {
  if (!Array.isArray(models) || !models.every((id) => typeof id === 'string')) return models;
  return Object.fromEntries(models.map((id) => [id, {}]));
}

/** The contents of `arena.json`. Every field is optional. */
export const arenaConfigSchema = z
  .strictObject({
    /** Clients sign it with every request, so that a request for one arena is invalid in another. */
    name: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/, 'must be visible ASCII without spaces')
      .default('assay-local'),
    /** The arena's public URL; by default the address it listens on. */
    publicUrl: httpUrl.optional(),
    admins: z.array(hotkey).default([]),
    /** Refuses signatures that do not cover method, path and body. */
    requireSignatureVersion2: z.boolean().default(false),
    collapseAuthErrors: z.boolean().default(false),
    minimumValidatorStake: z.number().nonnegative().default(40_000),
    trustedProxies: z.int().nonnegative().default(0),
    rates: z
      .strictObject({
        everything: limit.default(DEFAULT_RATE_POLICY.everything),
        public: limit.default(DEFAULT_RATE_POLICY.public),
        challenge: limit.default(DEFAULT_RATE_POLICY.challenge),
        session: limit.default(DEFAULT_RATE_POLICY.session),
        validator: limit.default(DEFAULT_RATE_POLICY.validator),
        files: limit.default(DEFAULT_RATE_POLICY.files),
        register: limit.default(DEFAULT_RATE_POLICY.register),
        waitlist: limit.default(DEFAULT_RATE_POLICY.waitlist),
        submit: limit.default(DEFAULT_RATE_POLICY.submit),
        check: limit.default(DEFAULT_RATE_POLICY.check),
        webhook: limit.default(DEFAULT_RATE_POLICY.webhook),
      })
      .prefault({}),
    /** Limits on concurrent readers of the event stream: in this process, and per address. */
    streams: z
      .strictObject({ most: z.int().positive().default(500), perAddress: z.int().positive().optional() })
      .transform(({ most, perAddress }) => ({ most, perAddress: perAddress ?? Math.min(10, most) }))
      .refine(({ most, perAddress }) => perAddress <= most, { path: ['perAddress'], error: 'is above `most`' })
      .prefault({}),
    /** Webhooks that contestants and operators register. */
    webhooks: z
      .strictObject({
        perHotkey: z.int().nonnegative().max(100).default(5),
        /**
         * Networks such as `10.0.0.0/8` that deliveries may go to, also without TLS; otherwise only public addresses
         * are allowed.
         */
        allowedNetworks: z.array(network).default([]),
      })
      .prefault({}),
    /** `/health/deep` fails if fewer bytes than this are free in the data folder. */
    minimumFreeBytes: z
      .int()
      .nonnegative()
      .default(512 * 1024 ** 2),
    policy: arenaPolicySchema.prefault({}),
    /** How problems of suites are compared with sealed ones; the key of the endpoint is ASSAY_QUERIES_API_KEY. */
    queries: z
      .strictObject({
        /** `words`; a local model (`model`, or its name); or a model that the endpoint serves. */
        measure: z.string().min(1).max(200).default('words'),
        baseUrl: httpUrl.optional(),
      })
      .refine(({ measure, baseUrl }) => baseUrl === undefined || measure !== 'words', {
        path: ['measure'],
        error: 'names the model that the endpoint serves',
      })
      .prefault({}),
    /** Providers that may pay for contestants' models. A credential is tested at `probePath` before it is stored. */
    providers: z
      .record(
        z.string().regex(/^[a-z0-9-]{1,40}$/),
        z.strictObject({
          baseUrl: httpUrl,
          probePath: z.string(),
          exchangeUrl: httpUrl.optional(),
          /** The provider name sent to validators; the platform's validator supports these two. */
          presentAs: z.enum(['chutes', 'openrouter']).optional(),
        }),
      )
      .default({}),
    /** Agents use simulated models, which need no provider. Then no other models are offered. */
    simulated: z.boolean().default(false),
    /** A known provider with a default list of models. */
    preset: z.enum(['openrouter', 'chutes', 'local']).optional(),
    /** Models that agents may use: names, or names with prices in dollars per million tokens. */
    models: z.preprocess(withoutDetails, z.record(z.string().min(1), modelSchema)).default({}),
    /** Other names that agents may use for a model: a pattern with `*` to a model. The first match counts. */
    modelAliases: z.record(z.string().min(1), z.string().min(1)).default({}),
    /**
     * Handles invalid search parameters as the reference does: they are ignored or find nothing, instead of giving a
     * 400 with a message.
     */
    searchCompat: z.boolean().default(false),
    /** Where stake and weights are stored: in our own database, or on Bittensor. */
    chain: z
      .discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('local'),
          netuid: z.int().nonnegative().default(15),
          /** `open`: any caller that can sign may register; `admin`: only the operator registers hotkeys. */
          registration: z.enum(['open', 'admin']).default('open'),
          taoPerEpoch: z.number().nonnegative().default(100),
          /** Price of registering oneself, in simulated TAO. Each registration raises it; then it decays. */
          registrationPrice: z
            .strictObject({
              /** 0.1 by default, or the nearest price in the range. */
              startTao: z.number().nonnegative().max(1e6).optional(),
              minTao: z.number().nonnegative().max(1e6).default(0.0005),
              maxTao: z.number().nonnegative().max(1e6).default(100),
              raisedBy: z.number().min(1).max(10).default(1.26),
              halfLifeBlocks: z.int().positive().default(360),
            })
            .refine(({ minTao, maxTao }) => minTao <= maxTao, 'minTao is above maxTao')
            .transform(({ startTao, ...rest }) => ({
              ...rest,
              startTao: startTao ?? Math.min(Math.max(USUAL_START_TAO, rest.minTao), rest.maxTao),
            }))
            .refine(({ startTao, minTao, maxTao }) => startTao >= minTao && startTao <= maxTao, {
              path: ['startTao'],
              error: 'is not between minTao and maxTao',
            })
            .prefault({}),
          /**
           * Simulated TAO that a hotkey gets once, at its first registration; with 0, only `assay admin fund` gives it
           * any.
           */
          startBalanceTao: z.number().nonnegative().max(1e6).default(1),
          /** Number of slots in the subnet; fixed when the arena first starts. */
          maxNeurons: z.int().positive().max(4_096).default(256),
          /** Blocks during which a new hotkey's slot cannot be taken; fixed when the arena first starts. */
          immunityBlocks: z.int().nonnegative().default(5_000),
          /** Number of hotkeys that get a permit, those with the most stake first; fixed when the chain begins. */
          maxValidators: z.int().min(1).max(LOCAL_RULES.maxNeurons).default(LOCAL_RULES.maxValidators),
        }),
        z.strictObject({
          kind: z.literal('subtensor'),
          netuid: z.int().nonnegative(),
          endpoints: z.array(z.url({ protocol: /^wss?$/ })).min(1),
          genesisHash: z.stringFormat('hash', /^0x[0-9a-f]{64}$/).default(GENESIS_HASHES.finney),
        }),
      ])
      .prefault({ kind: 'local' }),
    /** Object storage instead of the data folder; its keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
    blobs: z
      .strictObject({
        endpoint: httpUrl,
        region: z.string().default('us-east-1'),
        bucket: z.string(),
        prefix: z.string().default(''),
      })
      .optional(),
    /** Speed of the arena's clock relative to real time; for demonstrations. */
    clockSpeed: z.number().positive().default(1),
  })
  .refine(
    ({ models }) => !Object.entries(models).some(([id, { answersAs }]) => [id, ...answersAs].some(isSimulatedModel)),
    {
      path: ['models'],
      error: 'house/ is for simulated models; set `simulated` to true to offer those, and no others',
    },
  )
  .refine(({ simulated, preset, models }) => !simulated || (preset === undefined && Object.keys(models).length === 0), {
    path: ['simulated'],
    error: 'an arena with simulated models has no others: remove `preset` and `models`, or `simulated`',
  })
  .superRefine((config, context) => {
    const flaw = policyFlaw(config, config.policy);
    if (flaw !== undefined) context.addIssue({ code: 'custom', path: ['policy'], message: flaw });
  });

export type ArenaConfig = z.output<typeof arenaConfigSchema>;

export function parseArenaConfig(value: unknown): ArenaConfig {
  const parsed = arenaConfigSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Fault('INPUT_INVALID', {
    message: `The arena's configuration is invalid. ${z.prettifyError(parsed.error)}`,
    remedy: 'Correct the fields named; docs/operator.md lists all of them. Omitted fields get their default.',
  });
}

interface Surroundings extends ProviderSettings {
  readonly chain:
    | { readonly kind: 'local'; readonly maxValidators: number; readonly maxNeurons: number }
    | { readonly kind: 'subtensor' };
}

/** What a policy demands that the rest of the configuration cannot give; `undefined` if it agrees. */
export function policyFlaw(
  { chain, ...inference }: Surroundings,
  { queue, submissions, emission }: ArenaPolicy,
): string | undefined {
  if (submissions.requireProvider && providersOf(inference).size === 0) {
    return 'submissions.requireProvider is true, but the arena has no provider to connect, so no contestant could submit: name one in `providers`, or choose a `preset` that has one';
  }
  if (chain.kind !== 'local') return undefined;
  const permitted = Math.min(chain.maxValidators, chain.maxNeurons);
  for (const name of ['requiredSuccesses', 'raceRequiredSuccesses'] as const) {
    if (queue[name] > permitted) {
      return `queue.${name} is ${queue[name]}, but the chain permits ${permitted} validators (chain.maxValidators, chain.maxNeurons), so no version could ever have a score`;
    }
  }
  if (emission.burnUid >= chain.maxNeurons) {
    return `emission.burnUid is ${emission.burnUid}, but the uids of the chain end at ${chain.maxNeurons - 1} (chain.maxNeurons)`;
  }
  return undefined;
}
