import type { Random } from '../../random/random.ts';
import { composeRequest, type SaidFact } from '../language/compose-request.ts';
import { spokenLeaf } from '../language/lexicon.ts';
import { SERVICE_PHRASES } from '../language/shared-phrases.ts';
import type { DrawnProblem } from '../synthesis/draw-problem.ts';

/** Rewords the items of a problem with other words of the lexicon: the same facts, so the same answers. */
export function rewordProblem(random: Random, { problem, wishes }: DrawnProblem): string {
  const reworded = wishes.map((wish) => ({
    ...wish,
    facts: wish.facts.map((said) => rewordFact(random, said, wish.request.leaf)),
  }));
  return composeRequest(random, reworded, problem.category === 'shop');
}

function rewordFact(random: Random, said: SaidFact, leaf: string): SaidFact {
  const { fact } = said;
  if (fact.kind === 'service') return { fact, phrase: random.pick(SERVICE_PHRASES[fact.service]) };
  const same = (spokenLeaf(leaf)?.phrases ?? []).filter((other) => JSON.stringify(other.fact) === JSON.stringify(fact));
  return same.length === 0 ? said : { fact, phrase: random.pick(same).text };
}
