import type { RaceDetailWire } from '../../../../src/board/wire/race-wire.ts';

type Why = NonNullable<RaceDetailWire['result']>['why'];

/** Why the crown is where it is after a race. */
export const CROWN_SENTENCES: Readonly<Record<Why, string>> = {
  MARGIN_CLEARED: 'The crown passed: the best score reached what was needed.',
  NO_INCUMBENT: 'Nobody wore the crown; the best score took it.',
  MARGIN_NOT_CLEARED: 'The crown stayed: nobody reached what was needed.',
  NO_CHALLENGER: 'The crown stayed: no challenger finished.',
  INCUMBENT_UNSCORED: 'The crown stayed: the incumbent could not be scored, which is no defeat.',
  NOBODY_FINISHED: 'Nobody finished, and nobody wears the crown.',
};
