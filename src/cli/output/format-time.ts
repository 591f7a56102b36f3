const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** For example “11 h 58 min”: the two largest units are precise enough. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  if (first === -1) return '0 s';
  let rest = whole;
  const parts = UNITS.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return parts.join(' ');
}

/** A timestamp of the API, to the minute. */
export function timestampText(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}

/** The timestamp and its distance by the arena's clock, which may run faster than this machine's. */
export function whenText(timestamp: string, now: number): string {
  const seconds = (Date.parse(timestamp) - now) / 1000;
  const distance = seconds >= 0 ? `in ${durationText(seconds)}` : `${durationText(-seconds)} ago`;
  return `${timestampText(timestamp)}, ${distance}`;
}
