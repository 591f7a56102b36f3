import { Fault } from '../../fault/fault.ts';
import { type Attack, GUARANTEES } from './attack.ts';

/** The attack with this name, or all attacks on the guarantee with this name; spaces and hyphens match underscores. */
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
