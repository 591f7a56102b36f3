/** Shorter titles also occur in other text. */
export const SHORTEST_TITLE = 12;
/** Programs show long titles cut off, and models name them so. */
const ENOUGH = 40;

/** As much of a title, from its beginning, as a text has; `undefined` if that is too little to name the product. */
export function titleNamed(text: string, title: string): string | undefined {
  if (title.length < SHORTEST_TITLE) return undefined;
  const enough = title.slice(0, ENOUGH);
  let longest = '';
  for (let at = text.indexOf(enough); at !== -1; at = text.indexOf(enough, at + 1)) {
    let length = enough.length;
    while (length < title.length && text[at + length] === title[length]) length++;
    if (length > longest.length) longest = title.slice(0, length);
  }
  return longest === '' ? undefined : longest.trimEnd();
}
