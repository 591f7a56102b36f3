import type { Licence } from '../../../../src/arena/submission.ts';

export type { Licence };

/** What each licence allows, in one line. That all of them are here is for the compiler to see. */
export const LICENCE_MEANINGS: Readonly<Record<Licence, string>> = {
  'CC-BY-4.0': 'Anyone may use the attempts if they credit you.',
  'CC0-1.0': 'Anyone may use the attempts for any purpose.',
  'Apache-2.0': 'Anyone may use the attempts if they keep the notice.',
  none: 'The attempts stay out of releases.',
};

/** In the order of the arena's own list, without what the arena reads them with, which a page has no use for. */
export const LICENCES = Object.keys(LICENCE_MEANINGS) as readonly Licence[];
