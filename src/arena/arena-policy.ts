import { z } from 'zod';
import { agencyPolicySchema } from './agency/agency-policy.ts';
import { auditPolicySchema } from './audit/audit-policy.ts';
import { bankPolicySchema } from './bank/bank-policy.ts';
import { emissionPolicySchema } from './emission/emission-policy.ts';
import { racePolicySchema } from './race/race-policy.ts';
import { licenceSchema } from './submission/licence.ts';
import { twinPolicySchema } from './twins/twin-policy.ts';

const HOUR = 3_600;
const USUAL_HEARTBEAT = 30;
const seconds = z.number().positive('is not above 0');
const count = z.int().positive('is not above 0');

function usualReducedCooldown(cooldownSeconds: number): number {
  return Math.min(HOUR, cooldownSeconds);
}

function usualHeartbeat(leaseSeconds: number): number {
  return Math.min(USUAL_HEARTBEAT, leaseSeconds / 3);
}

/** Everything an operator can decide about an arena; each value has a default. */
export const arenaPolicySchema = z.strictObject({
  submissions: z
    .strictObject({
      /** Minimum time between two submissions of one hotkey, measured from the first. */
      cooldownSeconds: seconds.default(12 * HOUR),
      /**
       * The same after a file rejected with `security` findings but no `integrity` finding. An hour by default, or the
       * whole cooldown if that is shorter.
       */
      reducedCooldownSeconds: seconds.optional(),
      maxBytes: count.default(1_000_000),
      /** Whether a contestant must first connect a provider that pays for its model. */
      requireProvider: z.boolean().default(false),
      /** Share of a file's structure that may also occur in another contestant's file before an operator reviews it. */
      nearCopyShare: z.number().min(0).max(1).default(0.5),
      /** Whether a program that another contestant submitted earlier is held instead of evaluated again. */
      scoreCopiesOnce: z.boolean().default(true),
      /** Licence for attempts whose contestant did not choose one; older clients cannot. */
      licence: licenceSchema.default('none'),
    })
    .transform(({ reducedCooldownSeconds: reduced, ...rest }) => ({
      ...rest,
      reducedCooldownSeconds: reduced ?? usualReducedCooldown(rest.cooldownSeconds),
    }))
    .refine(({ cooldownSeconds, reducedCooldownSeconds }) => reducedCooldownSeconds <= cooldownSeconds, {
      path: ['reducedCooldownSeconds'],
      error: 'is above cooldownSeconds, so a rejected file would cost more than an accepted one',
    })
    .prefault({}),
  queue: z
    .strictObject({
      leaseSeconds: seconds.default(600),
      /** By default 30 seconds, or a third of the lease if that is shorter. */
      heartbeatSeconds: seconds.optional(),
      /** How many validators must have evaluated a version before its score counts. */
      requiredSuccesses: count.default(3),
      /** Three, because the median of two is their mean, which either validator can move. */
      raceRequiredSuccesses: count.default(3),
      /** Failed runs of one item, at no cost to the contestant, after which the arena gives up and takes the blame. */
      maxFailedRuns: count.default(9),
      /**
       * The same in a race. It is higher because a race ends at its deadline anyway and a platform outage must not cost
       * a version its place.
       */
      raceMaxFailedRuns: count.default(100),
      /** How often one validator may try an item before exponential backoff. */
      triesPerValidator: count.default(2),
      retryDelaySeconds: seconds.default(300),
      /** How long to wait for a third opinion before the two that disagree are used. */
      disagreementPatienceSeconds: seconds.default(6 * HOUR),
      uploadSeconds: seconds.default(900),
      /**
       * Enough for everything that an attempt can record, so that an agent cannot make its evidence too large to
       * upload.
       */
      maxUploadBytes: count.default(64 * 1024 ** 2),
    })
    .transform(({ heartbeatSeconds, ...rest }) => ({
      ...rest,
      heartbeatSeconds: heartbeatSeconds ?? usualHeartbeat(rest.leaseSeconds),
    }))
    .refine(({ heartbeatSeconds, leaseSeconds }) => heartbeatSeconds < leaseSeconds, {
      path: ['heartbeatSeconds'],
      error: 'is not below leaseSeconds, so every lease would expire before its next heartbeat',
    })
    .prefault({}),
  /** Attempts and runs that fail through no fault of the agent. */
  excuses: z
    .strictObject({
      /**
       * Number of outages that are excused in a run, as a share of its problems, at least two. Attempts ended by a
       * further outage count as failed. The same share of repeated attempts, at least one, may send requests that
       * differ from the attempt they repeat.
       */
      share: z.number().min(0).max(1).default(0.05),
      /**
       * How often a hotkey's cooldown is refunded in the window because a platform fault kept its version from running.
       */
      cooldownRefunds: z.int().min(0).default(2),
      refundWindowSeconds: seconds.default(7 * 24 * HOUR),
    })
    .prefault({}),
  /** How validators compare titles: the same for all of them, sent with every claim. */
  titles: z
    .strictObject({
      /**
       * `lexical`, the name of a model that `assay model get` downloads, or of one that validators' endpoints serve.
       */
      measure: z
        .string()
        .min(1)
        .max(200)
        .refine(
          (measure) => !/^https?:/.test(measure),
          'is a model and not an address; each validator names its endpoint',
        )
        .default('lexical'),
      /** Defaults to the calibrated threshold. */
      threshold: z.number().positive().max(1).optional(),
    })
    .prefault({}),
  agency: agencyPolicySchema.prefault({}),
  twins: twinPolicySchema.prefault({}),
  audit: auditPolicySchema.prefault({}),
  race: racePolicySchema.prefault({}),
  bank: bankPolicySchema.prefault({}),
  raceProblems: count.default(90),
  /** Racers without a result by then are marked as did not finish. */
  raceDeadlineSeconds: seconds.default(20 * HOUR),
  emission: emissionPolicySchema.prefault({}),
  /** How often the weights that validators set are fixed. */
  epochSeconds: seconds.default(4_320),
});

export type ArenaPolicy = Readonly<z.infer<typeof arenaPolicySchema>>;
export type QueuePolicy = ArenaPolicy['queue'];
export type ExcusePolicy = ArenaPolicy['excuses'];
export type SubmissionPolicy = ArenaPolicy['submissions'];

/** Input for the schema that gives this policy, without values that follow from others: those follow their changes. */
export function withoutDerived({ submissions, queue, ...rest }: ArenaPolicy): z.input<typeof arenaPolicySchema> {
  const { reducedCooldownSeconds, ...otherSubmissions } = submissions;
  const { heartbeatSeconds, ...otherQueue } = queue;
  const isUsualCooldown = reducedCooldownSeconds === usualReducedCooldown(submissions.cooldownSeconds);
  const isUsualHeartbeat = heartbeatSeconds === usualHeartbeat(queue.leaseSeconds);
  return {
    ...rest,
    submissions: isUsualCooldown ? otherSubmissions : submissions,
    queue: isUsualHeartbeat ? otherQueue : queue,
  };
}
