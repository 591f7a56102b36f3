import type { TopWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';

export type EmissionTerms = Pick<
  NonNullable<TopWire['policy']>,
  'grace_days' | 'shape' | 'loss_per_day' | 'floor' | 'initial_margin' | 'margin_half_life_days'
>;

export interface SchedulePoint {
  readonly day: number;
  readonly share: number;
  readonly margin: number;
}

const DAYS_SHOWN = 28;
const DAYS_AFTER = 4;

/** The champion's share after this many days. The arena's own function also rounds; a test compares the two. */
export function shareAfter(days: number, { grace_days, shape, loss_per_day, floor }: EmissionTerms): number {
  const late = Math.max(0, days - grace_days);
  return Math.max(floor, shape === 'compounding' ? (1 - loss_per_day) ** late : 1 - loss_per_day * late);
}

/** The lead a challenger needs over a champion of this many days. */
export function marginAfter(days: number, { initial_margin, margin_half_life_days }: EmissionTerms): number {
  return initial_margin * 2 ** (-Math.max(0, days) / margin_half_life_days);
}

/** Days until the share reaches the floor; `undefined` if it never does. */
export function daysToFloor({ grace_days, shape, loss_per_day, floor }: EmissionTerms): number | undefined {
  if (floor >= 1) return 0;
  if (loss_per_day === 0) return undefined;
  if (shape === 'linear') return grace_days + (1 - floor) / loss_per_day;
  if (loss_per_day === 1) return grace_days;
  return floor === 0 ? undefined : grace_days + Math.log(floor) / Math.log(1 - loss_per_day);
}

/** The schedule day by day, including its corners, extended far enough to include today. */
export function emissionSchedule(terms: EmissionTerms, today: number): readonly SchedulePoint[] {
  const last = Math.max(DAYS_SHOWN, Math.ceil(today) + DAYS_AFTER);
  const corners = [terms.grace_days, daysToFloor(terms)].filter((day) => day !== undefined && day < last);
  const days = new Set([...Array.from({ length: last + 1 }, (_, day) => day), ...corners]);
  return [...days]
    .filter((day) => day !== undefined)
    .sort((one, other) => one - other)
    .map((day) => ({ day, share: shareAfter(day, terms), margin: marginAfter(day, terms) }));
}

/** The champion's share today in a sentence, for readers who cannot see the curve. */
export function standingText(terms: EmissionTerms, today: number): string {
  const share = percentText(shareAfter(today, terms));
  const { grace_days, floor } = terms;
  const end = daysToFloor(terms);
  if (today <= grace_days) {
    return `Day ${dayText(today)} of a ${dayText(grace_days)}-day grace period: the champion gets the whole contestants’ half of the emission.`;
  }
  if (end !== undefined && today >= end) {
    return `Day ${dayText(today)}: the floor of ${percentText(floor)} was reached on day ${dayText(end)}.`;
  }
  const target = end === undefined ? '' : ` to the ${percentText(floor)} floor on day ${dayText(end)}`;
  const falling =
    terms.shape === 'compounding'
      ? `by ${percentText(terms.loss_per_day)} of what is left each day${target && `,${target}`}`
      : `${counted(percentOf(terms.loss_per_day), 'point')} a day${target}`;
  return `Day ${dayText(today)}: ${share}, falling ${falling}.`;
}

export function percentText(share: number): string {
  return `${percentOf(share)} %`;
}

function percentOf(share: number): number {
  return Number((share * 100).toFixed(1));
}

export function dayText(days: number): string {
  return `${Number(days.toFixed(1))}`;
}
