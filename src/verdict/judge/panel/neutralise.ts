/** Control characters and invisible characters: directions, joiners, tags, fillers. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|\p{Variation_Selector}|[\u115f\u1160\u3164\uffa0]/gu;

/**
 * Makes untrusted text safe: one line, without hidden characters or anything that could pass for our own markers, cut
 * to length.
 */
export function neutralise(text: string, longest: number): string {
  // Cut first, because the text may have megabytes. Removed hidden characters must not make room for more of them.
  const line = text
    .slice(0, longest * 4)
    .toWellFormed()
    .replaceAll(/[\n\r\t]+/g, ' ')
    .replaceAll(HIDDEN, '')
    .replaceAll(/[<>]{3,}|={5,}|-{5,}|#{3,}|`{3,}/g, '…')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  const cut = text.length > longest * 4 || line.length > longest;
  return cut ? `${line.slice(0, longest).toWellFormed()}… [cut]` : line;
}
