import { describe, expect, it } from 'vitest';
import type { RowMessage } from '../../src/chat/schema.ts';
import { correctedRow, type MistakenEpisode, noticedIn } from './mistaken-episode.ts';

const REJECTED = {
  matched: false,
  mismatches: [
    { requirement: 'color', wanted: 'red' },
    { requirement: 'size', wanted: ['S', 'M'] },
  ],
  product_summary: { product_id: '1000000002' },
};

describe('correctedRow', () => {
  it('a row leaves out the mistake from training and says what was wrong with it', () => {
    const { messages } = correctedRow(episode(REJECTED), '[]', (all) => all);
    expect(messages.map((message) => ('trained' in message ? message.trained : true))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(messages[3]!.content).toBe(
      '1000000002 does not fit: not color red, not size ["S","M"]. The other one fits.',
    );
  });
});

describe('noticedIn', () => {
  it('a mistake counts as noticed only if a result shows it', () => {
    expect(noticedIn(episode(REJECTED))).toBe(true);
    expect(noticedIn(episode({ ...REJECTED, matched: true }))).toBe(false);
    expect(noticedIn({ ...episode({ ...REJECTED, matched: true }), mistake: 'open' })).toBe(true);
  });

  it('the check of a product shows that it is from another shop', () => {
    const other = { matched: true, product_summary: { product_id: '1000000002', shop_id: '8' } };
    const right = { matched: true, product_summary: { product_id: '1000000001', shop_id: '7' } };
    const asked: RowMessage = { role: 'assistant', content: 'The request asks for 2 items from one shop: …' };
    const { messages } = episode(other);
    const inOneShop = {
      ...episode(other),
      at: 2,
      messages: [asked, ...messages, { ...messages[2]!, content: JSON.stringify(right) }],
    };
    expect(noticedIn(inOneShop)).toBe(true);
    expect(correctedRow(inOneShop, '[]', (all) => all).messages[4]!.content).toBe(
      '1000000002 is from shop 8. The other one fits.',
    );
    expect(
      noticedIn({
        ...inOneShop,
        messages: [{ ...asked, content: 'The request asks for 2 items: …' }, ...inOneShop.messages.slice(1)],
      }),
    ).toBe(false);
  });
});

function episode(result: object): MistakenEpisode {
  const messages: readonly RowMessage[] = [
    { role: 'user', content: 'A red lamp.' },
    { role: 'assistant', content: '1000000002 looks right.' },
    { role: 'tool', tool_call_id: 'c', name: 'check_product_match', content: JSON.stringify(result) },
    { role: 'assistant', content: 'The other one fits.' },
    { role: 'tool', tool_call_id: 'd', name: 'recommend_product', content: 'Recommended.' },
  ];
  return { problem_id: 'p', mistake: 'choose', at: 1, messages };
}
