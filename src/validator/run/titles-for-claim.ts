import { Fault } from '../../fault/fault.ts';
import { lexicalMeasure, lexicalMeasureAt, type TitleMeasure } from '../../problems/satisfy.ts';
import type { ClaimedRun } from '../arena/arena-api.ts';
import type { Examination } from './run-parts.ts';

/** The title measure of the arena, so that all its validators grade alike; another measure is never used instead. */
export function titlesForClaim(
  { titles }: Pick<ClaimedRun, 'titles'>,
  { openTitles }: Pick<Examination, 'openTitles'>,
): TitleMeasure {
  if (titles === undefined) return lexicalMeasure;
  if (titles.measure === lexicalMeasure.id) return lexicalMeasureAt(titles.threshold);
  try {
    if (openTitles !== undefined) return openTitles(titles);
  } catch (error) {
    // An error that is the user's fault on the command line is this validator's fault here, and never the agent's.
    if (Fault.isInstance(error)) throw unavailable(titles.measure, error);
    throw error;
  }
  throw unavailable(titles.measure);
}

function unavailable(measure: string, cause?: Fault): Fault {
  return new Fault('TITLES_UNAVAILABLE', {
    message: `The arena compares titles by ${measure}. ${cause?.message ?? 'This validator has no models.'}`,
    ...(cause?.remedy !== undefined && { remedy: cause.remedy }),
    cause,
  });
}
