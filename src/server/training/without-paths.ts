const BEGINS_A_PATH = /^(?:~[\w-]*|\.{1,2}|[A-Za-z]:)?[\\/](?=[^\s\\/])/;
const BETWEEN_WORDS = /([\s"'`<>()[\]{},;=]+)/;

/**
 * The same words without where something lies: of a path the last part, of an address nothing. Whoever names a model by
 * its folder tells everybody about the machine otherwise.
 */
export function withoutPaths(words: string): string {
  // All of it, spaces and everything: the name of a folder may have several words.
  if (BEGINS_A_PATH.test(words)) return lastPart(words);
  return words.split(BETWEEN_WORDS).map(withoutPlace).join('');
}

function withoutPlace(word: string): string {
  if (word.includes('://')) return '…';
  return BEGINS_A_PATH.test(word) ? lastPart(word) : word;
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? '…';
}
