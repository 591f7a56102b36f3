import { codeTokens } from './code-tokens.ts';
import { kGramHashes } from './k-gram-hashes.ts';
import { readHouseCode } from './read-house-code.ts';

/**
 * Every piece of what everybody was given to begin with. All of them and not only the marks: next to a line of their own
 * another piece of ours may become a contestant's mark.
 *
 * @internal
 */
export function marksOfHouse(texts: Iterable<string>): ReadonlySet<number> {
  const marks = new Set<number>();
  for (const text of texts) for (const hash of kGramHashes(codeTokens(text).codes)) marks.add(hash);
  return marks;
}

let ours: ReadonlySet<number> | undefined;

/** Of the example agents and the kit that come with this program. */
export function ourHouseMarks(): ReadonlySet<number> {
  ours ??= marksOfHouse(readHouseCode());
  return ours;
}
