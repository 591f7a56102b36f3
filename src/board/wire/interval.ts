import { z } from 'zod';

/** Where a number would lie 95 times in 100. */
export const intervalSchema = z.object({ low: z.number(), high: z.number() });
