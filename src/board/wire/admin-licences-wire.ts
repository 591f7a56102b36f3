import { z } from 'zod';
import { licenceSchema } from '../../arena/browser.ts';

/** Keyed by the SHA-256 of the file, by which a corpus identifies an attempt's agent. */
export const adminLicencesSchema = z.object({ licences: z.record(z.string(), licenceSchema) });

export type AdminLicencesWire = z.infer<typeof adminLicencesSchema>;
