import { z } from 'zod';
import { agencyPolicySchema } from './agency/agency-policy.ts';
import { auditPolicySchema } from './audit/audit-policy.ts';
import { bankPolicySchema } from './bank/bank-policy.ts';
import { emissionPolicySchema } from './emission/emission-policy.ts';
import { racePolicySchema } from './race/race-policy.ts';
import { licenceSchema } from './submission/licence.ts';
import { twinPolicySchema } from './twins/twin-policy.ts';

const HOUR = 3_600;
const seconds = z.number().positive('is not above 0');
const count = z.int().positive('is not above 0');

/** Everything an operator can decide about an arena; each value has a default. */
export const arenaPolicySchema = z.strictObject({
  submissions: z
    .strictObject({
      /** Between two submissions of one hotkey, counted from the first. */
      cooldownSeconds: seconds.default(12 * HOUR),
      /** After a file that was refused for what it could do to others. */
      reducedCooldownSeconds: seconds.default(HOUR),
      maxBytes: count.default(1_000_000),
      /** Whether a contestant must first connect a provider that pays for its model. */
      requireProvider: z.boolean().default(false),
      /** Share of a file's structure that may also be in another contestant's before an operator reviews it. */
      nearCopyShare: z.number().min(0).max(1).default(0.5),
      /** Whether a program that another contestant submitted before is held instead of evaluated again. */
      scoreCopiesOnce: z.boolean().default(true),
      /** Licence for attempts whose contestant did not choose one; older clients cannot. */
      licence: licenceSchema.default('none'),
    })
    .prefault({}),
  queue: z
    .strictObject({
      leaseSeconds: seconds.default(600),
      heartbeatSeconds: seconds.default(30),
      /** How many validators must have run a version before its score counts. */
      requiredSuccesses: count.default(3),
      /** Three, since of two the median is the mean, which either can move. */
      raceRequiredSuccesses: count.default(3),
      /** Failed runs of one item, free of charge, after which we stop and say that it is our fault. */
      maxFailedRuns: count.default(9),
      /** The same in a race, which ends by its deadline: an outage of ours must not cost anybody a place in it. */
      raceMaxFailedRuns: count.default(100),
      /** How often one validator may try an item before it has to wait twice as long each time. */
      triesPerValidator: count.default(2),
      retryDelaySeconds: seconds.default(300),
      /** How long a third opinion is waited for before the two that disagree have to do. */
      disagreementPatienceSeconds: seconds.default(6 * HOUR),
      uploadSeconds: seconds.default(900),
      /** Enough for everything that an attempt may record, so that an agent cannot make its evidence too large to be sent. */
      maxUploadBytes: count.default(64 * 1024 ** 2),
    })
    .prefault({}),
  /** Attempts and runs that fail by no fault of the agent. */
  excuses: z
    .strictObject({
      /**
       * Share of a run's problems: so many outages are excused in it, at least two. Attempts that a further outage ends
       * count as failed. As many repeated attempts, at least one, may ask something else than the attempt that they repeat.
       */
      share: z.number().min(0).max(1).default(0.05),
      /** How often a hotkey gets its cooldown back in the window, because its version could not be run by our fault. */
      cooldownRefunds: z.int().min(0).default(2),
      refundWindowSeconds: seconds.default(7 * 24 * HOUR),
    })
    .prefault({}),
  /** How validators compare titles: the same for all of them, told with every claim. */
  titles: z
    .strictObject({
      /** `lexical`, the name of a model that `assay model get` fetches, or of one that validators' endpoints serve. */
      measure: z
        .string()
        .min(1)
        .max(200)
        .refine(
          (measure) => !/^https?:/.test(measure),
          'is a model and not an address; each validator names its endpoint',
        )
        .default('lexical'),
      /** The calibrated one when left out. */
      threshold: z.number().positive().max(1).optional(),
    })
    .prefault({}),
  agency: agencyPolicySchema.prefault({}),
  twins: twinPolicySchema.prefault({}),
  audit: auditPolicySchema.prefault({}),
  race: racePolicySchema.prefault({}),
  bank: bankPolicySchema.prefault({}),
  raceProblems: count.default(90),
  /** Racers that are not done by then did not finish. */
  raceDeadlineSeconds: seconds.default(20 * HOUR),
  emission: emissionPolicySchema.prefault({}),
  /** How often what validators are to weigh is fixed. */
  epochSeconds: seconds.default(4_320),
});

export type ArenaPolicy = Readonly<z.infer<typeof arenaPolicySchema>>;
export type QueuePolicy = ArenaPolicy['queue'];
export type ExcusePolicy = ArenaPolicy['excuses'];
export type SubmissionPolicy = ArenaPolicy['submissions'];
