import { describe, expect, it } from 'vitest';
import { scripted } from '../attacks/narration-attacks.ts';
import { KARELA, QUERY, TORVIN } from '../attacks/sample-shop.ts';
import { judgeByGates } from '../judge-by-gates.ts';
import { Asked } from './asked.ts';
import { Reading } from './reading.ts';
import { SeenProducts } from './seen-products.ts';
import { readUnverified } from './unverified-claims.ts';

const [A, B] = [KARELA.product_id, TORVIN.product_id];

function unverified(prose: string): string[] {
  const seen = new SeenProducts();
  for (const call of scripted().build().calls) seen.add(call);
  return readUnverified(new Reading(prose, seen, new Asked(QUERY)));
}

describe('claims that no result contains', () => {
  it.each([
    [`${A} is made by Philips.`, 'name philips'],
    [`${A} comes from the Manila Light House.`, 'name manila'],
    [`${A} is sold by the shop Brightcorner.`, 'name brightcorner'],
    [`${A} is of pure gold.`, 'material gold'],
    [`${A} is made out of solid oak.`, 'material oak'],
    [`${A} is ISO approved.`, 'certificate iso'],
  ])('recognises the claim in %j', (prose, claim) => {
    expect(unverified(prose)).toEqual([claim]);
  });

  it.each([
    `${A} is made by Luminara and ${B} is made by Luminara.`,
    `${A} is of brass; ${B} is of frosted glass.`,
    `${A} is not made of plastic.`,
    `${A} is sold by 501001 and comes from shop 501001.`,
    `${A} is one of the cheapest lamps. It is made for reading.`,
    `I take ${A}: it is the one made by the brand asked for.`,
    'Lamps of plastic would not do.',
  ])('does not take %j for such a claim', (prose) => {
    expect(unverified(prose)).toEqual([]);
  });

  it('a claim about a rejected product also costs the last gate', () => {
    const content = `${A} is cheaper than ${B}, and ${B} is made of plastic. I take ${A}.`;
    const attempt = scripted().complete({ content, tokens: 80 }).recommend(A).build();
    expect(judgeByGates(attempt).quality).toBe(0.7);
  });
});
