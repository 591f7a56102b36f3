import { Option } from 'commander';
import { wholeNumber } from '../../options.ts';

export const GIB = 1024 ** 3;

export function keepDaysOption(): Option {
  return new Option('--keep-days <days>', 'delete evidence of runs that ended more than this many days ago').argParser(
    wholeNumber(0, 36_500),
  );
}

export function keepGibOption(): Option {
  return new Option(
    '--keep-gib <gibibytes>',
    'delete the oldest runs until the remaining ones take no more space than this',
  ).argParser(wholeNumber(0, 1_000_000));
}
