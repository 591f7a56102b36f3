import type { Licence } from '../../../../src/arena/submission.ts';

export type { Licence };

/** What each licence allows, in one line. The type makes the compiler check that none is missing. */
export const LICENCE_MEANINGS: Readonly<Record<Licence, string>> = {
  'CC-BY-4.0': 'Anyone may use the attempts if they credit you.',
  'CC0-1.0': 'Anyone may use the attempts for any purpose.',
  'Apache-2.0': 'Anyone may use the attempts if they keep the notice.',
  none: 'The attempts stay out of releases.',
};

/** In the arena's order. Derived here, so that the page does not load the arena's schema. */
export const LICENCES = Object.keys(LICENCE_MEANINGS) as readonly Licence[];
