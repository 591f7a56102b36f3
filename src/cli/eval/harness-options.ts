import { InvalidArgumentError, Option } from 'commander';
import { DEFAULT_MAX_OBSERVATION, type HarnessSize, LEAST_MAX_OBSERVATION } from '../../evaluation/harness.ts';
import { wholeNumber } from '../options.ts';

/** Options of the harness, for commands that run episodes and commands that serve them. */

export function harnessOption(): Option {
  return new Option('--tools <n>', 'number of tools: 4, as in published baselines, or all 7')
    .choices(['4', '7'])
    .default(7)
    .argParser((text) => harnessSize(text));
}

export function maxObservationOption(): Option {
  return new Option(
    '--max-observation <n>',
    'maximum length in characters of a result that the model is shown; longer results are shortened',
  )
    .default(DEFAULT_MAX_OBSERVATION)
    .argParser(wholeNumber(LEAST_MAX_OBSERVATION, DEFAULT_MAX_OBSERVATION));
}

export function maxTurnsOption(): Option {
  return new Option('--max-turns <n>', 'maximum turns of one episode').default(25).argParser(wholeNumber(1, 200));
}

function harnessSize(text: string): HarnessSize {
  if (text === '4') return 4;
  if (text === '7') return 7;
  throw new InvalidArgumentError('It must be 4 or 7.');
}
