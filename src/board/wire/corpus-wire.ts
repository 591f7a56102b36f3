import { z } from 'zod';
import { uuidSchema } from './identifiers.ts';

/** Ids of the versions that a contestant withdrew from the corpus, and of those that were withdrawn before. */
export const withdrawnVersionsSchema = z.object({
  withdrawn: z.array(uuidSchema),
  already_withdrawn: z.array(uuidSchema),
});
