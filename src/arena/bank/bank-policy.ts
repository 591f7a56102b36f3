import { z } from 'zod';

const count = z.int().positive('is not above 0');

export const bankPolicySchema = z.strictObject({
  /** Number of draws after which a hidden problem is retired. */
  retireAfterDraws: count.default(3),
  /** Number of races after a draw in which its problems are not drawn again. */
  restRaces: z.int().min(0, 'is below 0').max(1_000, 'is above 1000').default(14),
  /** Operators are warned when the hidden problems left are enough for fewer races than this. */
  lowRaces: count.default(7),
  /** When the arena makes a new qualifying suite from the bank; null means never. */
  newSuite: z
    .strictObject({
      /** Number of problems. */
      size: count.default(30),
      /** After this many days of the active suite. */
      everyDays: z.number().positive('is not above 0').optional(),
      /** After this many submissions on the active suite. */
      everySubmissions: count.optional(),
      /** How many of the best versions of the previous suite are run on the new one. */
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
