/** A text that fits into so many tokens: whole sentences as long as there is room, at least a few words. */
export function shorten(text: string, tokens: number): string {
  const room = Math.max(40, Math.floor(tokens) * 4);
  if (text.length <= room) return text;
  const cut = text.slice(0, room);
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('; '));
  return end > room / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, room - 1)}…`;
}
