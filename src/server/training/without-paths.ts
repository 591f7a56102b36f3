const BEGINS_A_PATH = /^(?:~[\w-]*|\.{1,2}|[A-Za-z]:)?[\\/](?=[^\s\\/])/;
const BETWEEN_WORDS = /([\s"'`<>()[\]{},;=]+)/;

/**
 * Removes locations from a text: reduces a path to its last part and replaces a URL. Otherwise a model named by its
 * folder would reveal details of the machine.
 */
export function withoutPaths(words: string): string {
  // The whole text, including spaces: a folder name may have several words.
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
