import { describe, expect, it } from 'vitest';
import type { RowMessage } from '../../src/chat/schema.ts';
import { briefWords } from './brief-words.ts';

const CALL = { id: 'a', type: 'function', function: { name: 'view_product_information', arguments: '{}' } } as const;

describe('briefWords', () => {
  it('removes the list of titles before products are opened and keeps the calls', () => {
    const said: RowMessage = {
      role: 'assistant',
      content:
        '[simulated house/expert] Of the results, 3508211480 "RW552 Classic…" at 273 pesos from shop 115746; 3212583111 "Belt…" at 139.5 pesos from shop 110240 and 4 more could be what is meant by title, price and services. Titles do not show every attribute and option, so I open them to compare.',
      tool_calls: [CALL],
    };
    expect(briefWords([said])).toEqual([
      {
        ...said,
        content: 'Titles do not show every attribute and option, so I open them to compare.',
      },
    ]);
  });

  it('keeps ids and attributes where a product is chosen', () => {
    const content =
      '3212583111 "Haldrook XT315…" at 139 pesos from shop 110240 has occasion business, better than 2127638964 "Ratchet Belt…" at 303.59 pesos from shop 110240, which does not show buckle_material brass. Of 3212583111, "look right" is its occasion business. I recommend 3212583111.';
    expect(briefWords([{ role: 'assistant', content }])[0]!.content).toBe(
      '3212583111 has occasion business, better than 2127638964, which does not show buckle_material brass. Of 3212583111, "look right" is its occasion business. I recommend 3212583111.',
    );
  });

  it('does not change requests and results', () => {
    const others: readonly RowMessage[] = [
      { role: 'user', content: 'one "x" at 5 pesos from shop 7' },
      { role: 'tool', tool_call_id: 'a', name: 'find_product', content: '1 "x" at 5 pesos from shop 7' },
    ];
    expect(briefWords(others)).toEqual(others);
  });
});
