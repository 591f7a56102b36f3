import { Fault } from '../../fault/fault.ts';

/** Restricted, because it becomes the name of data sets and appears in a table. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

export function requireReleaseName(name: string): void {
  if (NAME.test(name)) return;
  throw new Fault('USAGE', {
    message: `"${name}" cannot be the name of a release.`,
    remedy: 'Use up to 80 letters, digits, dots, dashes and underscores, a letter or digit first.',
  });
}
