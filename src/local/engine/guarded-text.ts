/** Private-use characters, which do not occur in ordinary text. */
const FIRST_GUARD = 0xf0000;
const LAST_GUARD = 0xffffd;

/** A character that occurs in none of the texts. */
export function freeGuard(texts: readonly string[]): string {
  for (let code = FIRST_GUARD; code <= LAST_GUARD; code++) {
    const guard = String.fromCodePoint(code);
    if (!texts.some((text) => text.includes(guard))) return guard;
  }
  throw new Error('every private character is taken');
}

/** Splits every marker in a text with the guard, so that no tokenizer sees it as a marker. */
export function guardMarkers(text: string, markers: Iterable<string>, guard: string): string {
  let guarded = text;
  for (const marker of markers) {
    const [first] = marker;
    guarded = guarded.replaceAll(marker, `${first}${guard}${marker.slice(first!.length)}`);
  }
  return guarded;
}
