import { Option } from 'commander';
import { wholeNumber } from '../../options.ts';

export const GIB = 1024 ** 3;

export function keepDaysOption(): Option {
  return new Option('--keep-days <days>', 'delete evidence of runs that ended longer ago').argParser(
    wholeNumber(0, 36_500),
  );
}

export function keepGibOption(): Option {
  return new Option('--keep-gib <gibibytes>', 'delete the oldest runs until the rest takes up no more').argParser(
    wholeNumber(0, 1_000_000),
  );
}
