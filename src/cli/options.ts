import { InvalidArgumentError } from 'commander';

/** Parsers for option values; commander turns what they throw into a usage message that names the option. */

/** A folder or file; an empty name would silently mean the current folder. */
export function path(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= low && number <= high) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${low} to ${high}.`);
  };
}

export function share(text: string): number {
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

/** An amount of money. */
export function amount(text: string): number {
  const number = /^\d{0,9}(\.\d{1,9})?$/.test(text) && text !== '' ? Number(text) : Number.NaN;
  if (number >= 0) return number;
  throw new InvalidArgumentError('It must be an amount such as 0.25.');
}

/** For options that may be repeated. */
export function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
