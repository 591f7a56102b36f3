import { changedProblems, checkDraw } from './check-draw.ts';
import { type DrawDocument, isVersion2 } from './draw-document.ts';
import { readDraw } from './read-draw.ts';

export interface VerifiedDraw {
  readonly race?: string;
  readonly commitment?: string;
  /** Inconsistencies; empty if the draw verifies. */
  readonly findings: readonly string[];
  /** What a successful verification does not prove. */
  readonly covers: readonly string[];
}

export interface KnownOfDraw {
  readonly commitment?: string | undefined;
  /** Digests of problems seen in the race, by id. */
  readonly digests?: ReadonlyMap<string, string>;
}

/** Repeats the hash and the draw that a file claims. Needs only the file, so anyone can run it. */
export function verifyDraw(file: string, { commitment, digests = new Map() }: KnownOfDraw = {}): VerifiedDraw {
  const read = readDraw(file);
  if (!read.ok) return { findings: [read.reason], covers: [] };
  const { draw } = read;
  const changed = changedProblems(draw, digests).map(
    (id) => `problem ${id}: query or answer key does not match the commitment`,
  );
  return {
    race: draw.race,
    commitment: draw.commitment,
    findings: [...checkDraw(draw, commitment), ...changed],
    covers: coverage(draw),
  };
}

function coverage(draw: DrawDocument): readonly string[] {
  if (!isVersion2(draw)) {
    return [
      'An older format: it commits to the ids, not to queries and answer keys, and the operator could choose the seed.',
    ];
  }
  const { beacon } = draw;
  if (beacon === null) return ['Nothing was drawn: the race ended before its beacon existed.'];
  switch (beacon.kind) {
    case 'given':
      return [`The operator named the beacon: ${beacon.value}. Check that it was not known before the commitment.`];
    case 'chain':
      return [`The beacon is the hash of block ${beacon.block}: ${beacon.value}. Compare it with the chain.`];
    case 'ledger':
      return beacon.signatures.length === 0
        ? [
            'No other party signed anything between commitment and draw, so the operator could have tried several seeds.',
          ]
        : [`The beacon has signatures of ${beacon.signatures.length} validators; --arena-url checks them.`];
  }
}
