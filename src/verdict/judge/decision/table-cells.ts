import type { Reading } from '../gates/reading.ts';
import type { SeenProduct } from '../gates/seen-products.ts';

/** A cell of a table with one product per column. */
export interface TableCell {
  readonly product: SeenProduct;
  /** First token of the row's first cell, which is the row's label. */
  readonly labelAt: number;
  /** Whether the cell means yes or no; `undefined` if neither. */
  readonly positive: boolean | undefined;
  readonly from: number;
  readonly to: number;
}

const YES = /^(?:yes|✓|✔|✅|ok|y|true|ja|oui|sí|si|sim|included)$/;
const NO = /^(?:no|✗|✘|❌|x|n|false|nein|non|não|nej|none|missing|-|–|—)$/;

/**
 * The cells of tables whose header names products, by token. Tables with one product per row need no cells: reading by
 * line is enough.
 */
export function readTableCells(reading: Reading): ReadonlyMap<number, TableCell> {
  const cells = new Map<number, TableCell>();
  let columns: readonly (SeenProduct | undefined)[] = [];
  for (const row of rowsOf(reading)) {
    const products = row.map(([from, to]) => productIn(reading, from, to));
    const named = new Set(products.filter((product) => product !== undefined));
    if (named.size >= 2) {
      columns = products;
      continue;
    }
    if (columns.length === 0 || row.length !== columns.length) continue;
    for (const [place, [from, to]] of row.entries()) {
      const product = columns[place];
      if (product === undefined || place === 0) continue;
      const labelAt = firstWord(reading, ...row[0]!);
      const word = reading.text(from);
      const positive = YES.test(word) ? true : NO.test(word) ? false : undefined;
      const cell = { product, labelAt, positive, from, to };
      for (let at = from; at < to; at++) cells.set(at, cell);
    }
  }
  return cells;
}

type TokenRange = readonly [from: number, to: number];

/** The cells of each line that has several. A bar at the beginning or end of a line does not open a cell. */
function* rowsOf({ tokens }: Reading): Generator<TokenRange[]> {
  let cells: TokenRange[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const text = tokens[at]?.text ?? '\n';
    if (text !== '|' && text !== '\n') continue;
    if (at > from) cells.push([from, at]);
    from = at + 1;
    if (text !== '\n') continue;
    if (cells.length > 2) yield cells;
    cells = [];
  }
}

function productIn(reading: Reading, from: number, to: number): SeenProduct | undefined {
  return reading.mentions.named.find((mention) => mention.from >= from && mention.from < to)?.product;
}

function firstWord(reading: Reading, from: number, to: number): number {
  for (let at = from; at < to; at++) if (reading.tokens[at]!.kind !== 'mark') return at;
  return from;
}
