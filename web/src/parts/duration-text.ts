const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** The largest units of a duration: `2 d 4 h` with two, `2 d` with one. */
export function durationText(milliseconds: number, units = 1): string {
  const largest = UNITS.findIndex(([, size]) => milliseconds >= size);
  if (largest === -1) return '0 s';
  let left = milliseconds;
  const words: string[] = [];
  for (const [name, size] of UNITS.slice(largest, largest + units)) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) words.push(`${count} ${name}`);
  }
  return words.join(' ');
}
