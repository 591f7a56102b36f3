import { describe, expect, it } from 'vitest';
import { accountedShare, countDemands } from './accounted-share.ts';
import type { Fact } from './facts.ts';
import { readLimits } from './stated-limits.ts';

function fact(kind: Fact['kind'], name: string, id = '1'): Fact {
  return { kind, product: { id } as Fact['product'], names: [name], words: [], positive: true, from: 0, to: 1 };
}

describe('how much of a request data account for', () => {
  it.each([
    ['hiking backpack, 30 litres or so, must come with a rain cover', 3],
    ['I need a lamp. It has to be brass and dimmable.', 3],
    ['A lamp. My budget is 300, and I have a voucher with rules, terms and caps.', 1],
    ['a chair for 1,200 pesos', 1],
  ])('counts the demands of "%s"', (query, count) => {
    expect(countDemands(query)).toBe(count);
  });

  it('equal data count once, and each product has its own', () => {
    const query = 'a brass lamp, a steel kettle, a wooden tray, a glass jug';
    const share = (...facts: Fact[]) => accountedShare(query, facts, readLimits(query));
    expect(share(fact('value', 'material'), fact('value', 'material'))).toBe(1 / 4);
    expect(share(fact('value', 'material'), fact('value', 'material', '2'), fact('price', ''))).toBe(3 / 4);
  });

  it('words of titles do not count, and a shop only where one was asked for', () => {
    const query = 'a brass lamp, a steel kettle';
    const one = `${query}, all from one shop`;
    const facts = [fact('value', 'material'), fact('word', 'karela'), fact('shop', '7'), fact('shop', '7', '2')];
    expect(accountedShare(query, facts, readLimits(query))).toBe(1 / 2);
    expect(accountedShare(one, facts, readLimits(one))).toBe(1);
  });
});
