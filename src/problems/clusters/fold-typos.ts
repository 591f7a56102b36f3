/** Shorter words resemble too many other words. */
const SHORTEST = 4;
/** A word in more texts than this is not a typo. */
const RARE = 2;

/**
 * Replaces rare words by the more frequent word of which they are probably a typo. Two words match if they become equal
 * when at most one letter of each is deleted, which covers a letter too many, too few, wrong or swapped with its
 * neighbour. Counts are those of these texts plus `known`, so that an unusual brand name without such a neighbour is
 * left alone.
 */
export function foldTypos(texts: readonly (readonly string[])[], known: ReadonlyMap<string, number>): string[][] {
  const counts = new Map(known);
  for (const words of texts) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const lists = [indexOf(known), indexWords(counts.keys().filter((word) => !known.has(word)))];
  const folded = new Map<string, string>();
  const fold = (word: string): string => {
    const seen = folded.get(word);
    if (seen !== undefined) return seen;
    const target = isFoldable(word) && counts.get(word)! <= RARE ? nearest(word, counts, lists) : word;
    folded.set(word, target);
    return target;
  };
  return texts.map((words) => words.map(fold));
}

/** Words by what they become when at most one letter is deleted. */
type WordsByKey = ReadonlyMap<string, readonly string[]>;

/** Indexes of known words: thousands of words, which rarely change between calls. */
const indexes = new WeakMap<ReadonlyMap<string, number>, WordsByKey>();

function indexOf(known: ReadonlyMap<string, number>): WordsByKey {
  const index = indexes.get(known) ?? indexWords(known.keys());
  indexes.set(known, index);
  return index;
}

function indexWords(words: Iterable<string>): WordsByKey {
  const byKey = new Map<string, string[]>();
  for (const word of words) {
    if (!isFoldable(word)) continue;
    for (const key of deletions(word)) {
      const others = byKey.get(key);
      if (others === undefined) byKey.set(key, [word]);
      else others.push(word);
    }
  }
  return byKey;
}

function isFoldable(word: string): boolean {
  return word.length >= SHORTEST && /^\p{L}+$/u.test(word);
}

function deletions(word: string): string[] {
  const keys = [word];
  for (let place = 0; place < word.length; place++) keys.push(word.slice(0, place) + word.slice(place + 1));
  return keys;
}

function nearest(word: string, counts: ReadonlyMap<string, number>, lists: readonly WordsByKey[]): string {
  let best = word;
  let bestCount = counts.get(word)!;
  for (const key of deletions(word)) {
    for (const other of lists.flatMap((byKey) => byKey.get(key) ?? [])) {
      const count = counts.get(other)!;
      // Of two equally rare spellings, the alphabetically first is used for both.
      if (count < bestCount || (count === bestCount && other >= best)) continue;
      if (count === counts.get(word)! && Math.abs(other.length - word.length) > 1) continue;
      best = other;
      bestCount = count;
    }
  }
  return best;
}
