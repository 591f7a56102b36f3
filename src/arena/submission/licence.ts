import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';

/**
 * Licences that a contestant may choose for training data from their attempts. A closed list: a release must be able to
 * say what each of its licences means. `none` allows nothing, and such rows stay out of releases.
 */
export const LICENCES = ['CC-BY-4.0', 'CC0-1.0', 'Apache-2.0', 'none'] as const;

export type Licence = (typeof LICENCES)[number];

export const licenceSchema = z.enum(LICENCES);

/** Accepts only the exact spelling: the stored licence is a promise to a contestant and must not be guessed. */
export function parseLicence(text: string): Licence {
  const licence = licenceSchema.safeParse(text);
  if (licence.success) return licence.data;
  throw new Fault('INPUT_INVALID', {
    message: `“${text.slice(0, 40)}” is not an available licence.`,
    remedy: `Choose one of ${LICENCES.join(', ')}, spelt exactly like this. This attempt does not start a cooldown.`,
  });
}

/** From least to most permissive. */
const LEAST_FIRST: readonly Licence[] = ['none', 'CC-BY-4.0', 'Apache-2.0', 'CC0-1.0'];

/** If one file was submitted under several licences, the strictest applies. */
export function strictestLicence(licences: readonly Licence[]): Licence | undefined {
  return LEAST_FIRST.find((licence) => licences.includes(licence));
}
