import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ListOrder } from './list-order.ts';

interface Row {
  readonly score: number;
  readonly at: number;
  readonly id: string;
}

const order = new ListOrder<Row>(
  'test',
  [
    { kind: 'number', direction: 'desc' },
    { kind: 'moment', direction: 'asc' },
    { kind: 'text', direction: 'asc' },
  ],
  ({ score, at, id }) => [score, at, id],
);

function inOrder(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (one, other) =>
      other.score - one.score || one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0),
  );
}

const rows = fc.uniqueArray(
  fc.record({ score: fc.constantFrom(0.1, 0.25, 1, -0.5), at: fc.integer({ min: 0, max: 3 }), id: fc.uuid() }),
  { selector: ({ id }) => id, maxLength: 20 },
);

describe('paging with cursors', () => {
  it('paging by cursor gives every row once that existed all the time, despite changes', () => {
    fc.assert(
      fc.property(rows, rows, rows, fc.integer({ min: 1, max: 5 }), (lasting, leaving, coming, limit) => {
        const seen: Row[] = [];
        let cursor: string | undefined;
        for (let look = 0; ; look++) {
          const there = inOrder([...lasting, ...(look % 2 === 0 ? leaving : coming)]);
          const page = order.page(order.rowsAfter(there, cursor).slice(0, limit + 1), limit);
          seen.push(...page.rows);
          if (page.next === null) break;
          cursor = page.next;
        }
        const ids = new Set(lasting.map(({ id }) => id));
        expect(seen.filter(({ id }) => ids.has(id))).toEqual(inOrder(lasting));
      }),
    );
  });

  it('paging rejects a cursor that it did not write', () => {
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      ['other', 1, 2, 'a'],
      ['test', 1, 2],
      ['test', '1', 2, 'a'],
      ['test', 1, 2.5, 'a'],
      ['test', 1, 2, 'a\0'],
      ['test', 1, 2, '\ud800'],
      ['test', null, 2, 'a'],
      null,
    ];
    for (const cursor of [...forged.map(written), '', 'a b', '{}']) {
      expect(() => order.rowsAfter([], cursor), cursor).toThrow(/cursor/);
    }
    expect(order.rowsAfter([], written(['test', 1, 2, 'a']))).toEqual([]);
  });
});
