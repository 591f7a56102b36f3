import type { Agency } from '../../corpus/agency.ts';

/** A success of the firehose, with what its agent handed in. */
export interface SuccessfulAttempt {
  readonly id: string;
  readonly problem_id: string;
  /** The name of its file. */
  readonly agent: string;
  readonly model: string;
  readonly simulated: boolean;
  /** `scripted` also where all attempts of the version together show it. */
  readonly agency: Agency['verdict'];
  readonly dialogue: unknown;
  /** What its agent's author chose, as far as anybody said. */
  readonly licence: string;
}
