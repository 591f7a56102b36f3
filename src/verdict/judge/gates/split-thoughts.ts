/** Longer thoughts are split; otherwise one mistake would spoil pages of reasoning. */
const LONGEST_THOUGHT = 2_000;
/** Only this many characters of reasoning are read. */
const MAX_PROSE = 200_000;

export interface Thought {
  readonly start: number;
  readonly prose: string;
}

/** Splits prose into thoughts: unsplit if it is short, otherwise at ends of lines or sentences. */
export function splitThoughts(prose: string): Thought[] {
  const thoughts: Thought[] = [];
  for (let start = 0; start < Math.min(prose.length, MAX_PROSE); ) {
    const end = prose.length - start <= LONGEST_THOUGHT ? prose.length : cutAt(prose, start);
    const part = prose.slice(start, end);
    if (/[\p{L}\p{N}]/u.test(part)) thoughts.push({ start, prose: part });
    start = end;
  }
  return thoughts;
}

function cutAt(prose: string, start: number): number {
  const window = prose.slice(start, start + LONGEST_THOUGHT);
  const cuts = [window.lastIndexOf('\n\n'), window.lastIndexOf('\n'), window.lastIndexOf('. ')];
  const cut = cuts.find((place) => place >= LONGEST_THOUGHT / 2);
  return start + (cut === undefined ? LONGEST_THOUGHT : cut + 1);
}
