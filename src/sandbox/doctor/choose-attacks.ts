import { Fault } from '../../fault/fault.ts';
import { type Attack, GUARANTEES } from './attack.ts';

/** The attack of this name, or all attacks on the promise of this name; spaces and hyphens are as good as underscores. */
export function chooseAttacks(attacks: readonly Attack[], only: string): readonly Attack[] {
  const wanted = plain(only);
  const chosen = attacks.filter(({ name, promise }) => plain(name) === wanted || plain(promise) === wanted);
  if (chosen.length > 0) return chosen;
  const near = attacks.map(({ name }) => name).filter((name) => name.includes(wanted) || wanted.includes(name));
  throw new Fault('USAGE', {
    message: `There is no attack "${only}".`,
    remedy:
      near.length > 0
        ? `Similar names: ${near.join(', ')}.`
        : `Or name a property: ${Object.keys(GUARANTEES).join(', ')}.`,
  });
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s-]+/g, '_');
}
