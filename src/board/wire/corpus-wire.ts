import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';

/** Ids of the versions that a contestant has withdrawn from the corpus now, and of those withdrawn earlier. */
export const withdrawnVersionsSchema = z.object({
  withdrawn: z.array(uuidSchema),
  already_withdrawn: z.array(uuidSchema),
});
