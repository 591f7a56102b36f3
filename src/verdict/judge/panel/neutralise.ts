/** Control characters, and everything that is there without being seen: directions, joiners, tags, fillers. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|\p{Variation_Selector}|[\u115f\u1160\u3164\uffa0]/gu;

/** Strangers' text on one line, without anything that hides or that could pass for a mark of ours, and cut to length. */
export function neutralise(text: string, longest: number): string {
  // Cut before it is worked on: it may have megabytes. Hidden characters must not make room for more of them.
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
