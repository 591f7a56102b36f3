import { Fault } from '../../fault/fault.ts';

/** The one id that begins with a text, `undefined` if there is none. Throws if there are several. */
export function onlyId(ids: readonly string[], text: string): string | undefined {
  if (ids.length <= 1) return ids[0];
  throw new Fault('USAGE', {
    message: `${text} is the beginning of several ids: ${ids.join(', ')}.`,
    remedy: 'Give more digits.',
  });
}
