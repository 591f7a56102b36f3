/** Shortens a text to a number of tokens: whole sentences if possible, at least a few words. */
export function shorten(text: string, tokens: number): string {
  const room = Math.max(40, Math.floor(tokens) * 4);
  if (text.length <= room) return text;
  const cut = text.slice(0, room);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return end > room / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, room - 1)}…`;
}
