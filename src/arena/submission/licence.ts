import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';

/**
 * What a contestant may allow others to do with what their attempts become. A closed list: a release must be able to say
 * what each of its licences means. `none` allows nothing, and rows of it stay out of releases.
 */
export const LICENCES = ['CC-BY-4.0', 'CC0-1.0', 'Apache-2.0', 'none'] as const;

export type Licence = (typeof LICENCES)[number];

export const licenceSchema = z.enum(LICENCES);

/** Spelt as on the list, or refused: what is stored is a promise to a contestant and must not be guessed. */
export function parseLicence(text: string): Licence {
  const licence = licenceSchema.safeParse(text);
  if (licence.success) return licence.data;
  throw new Fault('INPUT_INVALID', {
    message: `“${text.slice(0, 40)}” is not an available licence.`,
    remedy: `Choose one of ${LICENCES.join(', ')}, spelt exactly like this. This attempt does not start a cooldown.`,
  });
}

/** From what allows least to what allows most. */
const LEAST_FIRST: readonly Licence[] = ['none', 'CC-BY-4.0', 'Apache-2.0', 'CC0-1.0'];

/** For one file submitted under several licences: the strictest of them applies. */
export function strictestLicence(licences: readonly Licence[]): Licence | undefined {
  return LEAST_FIRST.find((licence) => licences.includes(licence));
}
