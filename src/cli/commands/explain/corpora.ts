import { type AttemptLocation, findAttempt } from '../../../corpus/release.ts';
import { plainText } from '../../output/plain-text.ts';
import type { Terminal } from '../../output/terminal.ts';

export async function findInCorpora(folders: readonly string[], id: string): Promise<readonly AttemptLocation[]> {
  return await Promise.all(folders.map((folder) => findAttempt(folder, id)));
}

/** Prints which releases contain an attempt, or why none does. */
export function printCorpora(terminal: Terminal, corpora: readonly AttemptLocation[]): void {
  if (corpora.length === 0) return;
  terminal.print();
  for (const place of corpora) terminal.print(plainText(`${place.folder}: ${sentence(place)}`));
  const wasKept = corpora.some((place) => place.kind === 'filtered' && place.outcome === 'kept');
  const isHeld = corpora.some((place) => place.kind === 'release' && place.row !== null);
  const isMissed = corpora.some((place) => place.kind === 'release' && place.row === null);
  if (wasKept && isMissed && !isHeld) {
    terminal.print(
      'Kept but not released: it is about a sealed or held-out problem, or the release was built from another corpus.',
    );
  }
}

function sentence(place: AttemptLocation): string {
  if (place.kind === 'release') {
    if (place.row === null) return `release ${place.name}, which does not contain it`;
    const { split, leak_cluster, sha256, claimed, rewritten } = place.row;
    const how = rewritten
      ? ', REWRITTEN: its calls are real, its reasoning was written afterwards'
      : claimed
        ? ', CLAIMED: it comes from a log, and no gateway recorded it'
        : '';
    return `release ${place.name}, in ${split}, leak cluster ${leak_cluster}, row ${sha256}${how}`;
  }
  const doing = place.kind === 'rewriting' ? 'rewriting' : 'filter';
  const why = `${place.reason}${place.detail === null ? '' : `: ${place.detail}`}`;
  switch (place.outcome) {
    case 'kept':
      return place.kind === 'rewriting' ? 'rewritten: reasoning was written for its calls' : 'kept by the filter';
    case 'rejected':
      return `rejected by the ${doing}, ${why}`;
    case 'quarantined':
      return `quarantined, ${why}`;
    case 'unknown':
      return `not read by the ${doing}`;
  }
}
