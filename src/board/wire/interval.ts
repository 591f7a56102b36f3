import { z } from 'zod';

/** A 95 % confidence interval. */
export const intervalSchema = z.object({ low: z.number(), high: z.number() });
