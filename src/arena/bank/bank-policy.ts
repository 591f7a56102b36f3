import { z } from 'zod';

const count = z.int().positive('is not above 0');

export const bankPolicySchema = z.strictObject({
  /** How many draws retire a hidden problem. */
  retireAfterDraws: count.default(3),
  /** For how many races after a draw its problems are not drawn again. */
  restRaces: z.int().min(0, 'is below 0').max(1_000, 'is above 1000').default(14),
  /** Operators are warned when hidden problems are left for fewer races than this. */
  lowRaces: count.default(7),
  /** When the arena makes a new qualifying suite of the bank; never when null. */
  newSuite: z
    .strictObject({
      /** Problems of the suite. */
      size: count.default(30),
      /** After so many days of the active suite. */
      everyDays: z.number().positive('is not above 0').optional(),
      /** After so many submissions on the active suite. */
      everySubmissions: count.optional(),
      /** The best versions of the former suite that are run on the new one. */
      requeueTop: z.int().min(0, 'is below 0').max(1_000, 'is above 1000').default(100),
    })
    .refine(
      ({ everyDays, everySubmissions }) => everyDays !== undefined || everySubmissions !== undefined,
      'needs everyDays or everySubmissions',
    )
    .nullable()
    .default(null),
});

export type BankPolicy = Readonly<z.infer<typeof bankPolicySchema>>;
