import { DEFAULT_RACE_POLICY } from '../../arena/race.ts';

const RAO_PER_TAO = 1_000_000_000n;

/** For example “Monday 12:00”, in the arena's time zone. */
export function dayText(timestamp: string): string {
  const time = Temporal.Instant.from(timestamp).toZonedDateTimeISO(DEFAULT_RACE_POLICY.timeZone);
  const day = time.toLocaleString('en-GB', { weekday: 'long' });
  return `${day} ${time.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** Whole TAO from a decimal string in rao. */
export function taoText(rao: string): string {
  return ((BigInt(rao) + RAO_PER_TAO / 2n) / RAO_PER_TAO).toLocaleString('en-US');
}

export function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
