import { Fault } from '../../fault/fault.ts';

/** Names of suites and races are used as file names, so they are lower case and contain no path separator. */
export const BANK_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export function assertBankName(what: 'suite' | 'race', name: string): void {
  if (BANK_NAME.test(name)) return;
  throw new Fault('USAGE', {
    message: `"${name.slice(0, 80)}" cannot be the name of a ${what}.`,
    remedy: 'Use up to 64 lower-case letters, digits, dots, dashes and underscores, beginning with a letter or digit.',
  });
}
