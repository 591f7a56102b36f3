import { Fault } from '../../fault/fault.ts';
import { lexicalMeasure, lexicalMeasureAt, type TitleMeasure } from '../../problems/satisfy.ts';
import type { ClaimedRun } from '../arena/arena-api.ts';
import type { Examination } from './run-parts.ts';

/** The measure of the arena, so that all its validators grade alike; a run is not graded by another one instead. */
export function titlesForClaim(
  { titles }: Pick<ClaimedRun, 'titles'>,
  { openTitles }: Pick<Examination, 'openTitles'>,
): TitleMeasure {
  if (titles === undefined) return lexicalMeasure;
  if (titles.measure === lexicalMeasure.id) return lexicalMeasureAt(titles.threshold);
  try {
    if (openTitles !== undefined) return openTitles(titles);
  } catch (error) {
    // What a person at a command line did wrong is here the machine's shortcoming, and never the agent's.
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
