import { type DrawDocument, parseDraw } from '../../../../src/problems/browser.ts';
import { counted } from '../../../../src/text/counted.ts';

export type Draw = DrawDocument;

/**
 * Parses a published draw. The API does not constrain the document; one in an unknown format is shown by its hash only.
 */
export function readDraw(document: unknown): Draw | undefined {
  const parsed = parseDraw(document);
  return parsed.ok ? parsed.draw : undefined;
}

/** How many problems of each category were drawn, of how many. */
export function drawnByCategory({ pool, problem_ids }: Draw): { category: string; drawn: number; pool: number }[] {
  const drawn = new Set(problem_ids);
  return Array.from(
    Map.groupBy(pool, ({ category }) => category),
    ([category, all]) => ({
      category,
      drawn: all.filter(({ problem_id }) => drawn.has(problem_id)).length,
      pool: all.length,
    }),
  ).toSorted((one, other) => (one.category < other.category ? -1 : 1));
}

/** The beacon on which the draw depended besides the operator's seed. */
export function beaconText(draw: Draw): string | undefined {
  if (!('beacon' in draw) || draw.beacon === null) return undefined;
  const { beacon } = draw;
  switch (beacon.kind) {
    case 'chain':
      return `hash of block ${beacon.block} of the chain`;
    case 'ledger':
      return `event ${beacon.sequence} of the public ledger and what ${counted(beacon.signatures.length, 'validator')} signed after it`;
    case 'given':
      return 'named by the operator';
  }
}
