import type { Quality } from '../../verdict.ts';
import type { Attack, AttackKind } from '../attacks/attack.ts';
import { type Rate, rateOf } from './agreement.ts';

export interface AttackResults {
  readonly kind: AttackKind | 'all';
  /** Attacks that were graded. */
  readonly tries: number;
  readonly ungraded: number;
  readonly worked: Rate;
}

export interface WorkedAttack {
  readonly name: string;
  readonly kind: AttackKind;
  readonly deserved: Quality;
  readonly got: Quality;
}

/** How often attacks got a higher grade than they deserve. `grades` are in the order of the attacks. */
export function attackResults(
  attacks: readonly Attack[],
  grades: readonly (Quality | null)[],
): { readonly results: readonly AttackResults[]; readonly worked: readonly WorkedAttack[] } {
  const graded = attacks.map((attack, place) => ({ attack, got: grades[place] ?? null }));
  const kinds = [...new Set(attacks.map(({ kind }) => kind))];
  const of = (kind: AttackResults['kind']): AttackResults => {
    const these = graded.filter(({ attack }) => kind === 'all' || attack.kind === kind);
    const judged = these.filter(({ got }) => got !== null);
    const worked = judged.filter(({ attack, got }) => got! > attack.deserved).length;
    return {
      kind,
      tries: judged.length,
      ungraded: these.length - judged.length,
      worked: rateOf(worked, judged.length),
    };
  };
  return {
    results: [...kinds.map(of), of('all')],
    worked: graded.flatMap(({ attack: { name, kind, deserved }, got }) =>
      got !== null && got > deserved ? [{ name, kind, deserved, got }] : [],
    ),
  };
}
