import { z } from 'zod';
import { licenceSchema } from '../../arena/browser.ts';

/** By the SHA-256 of the file, which is how a corpus knows whose attempt it holds. */
export const adminLicencesSchema = z.object({ licences: z.record(z.string(), licenceSchema) });

export type AdminLicencesWire = z.infer<typeof adminLicencesSchema>;
