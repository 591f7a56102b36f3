import { ARENA_PRESENCE, PRESENCE_SLOT_MILLISECONDS, PRESENCE_SLOTS_PER_HOUR } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import type { UptimePeriodWire, UptimeWire } from '../wire/uptime-wire.ts';

const DAY_MILLISECONDS = 86_400_000;

export interface PresenceHour {
  readonly hour: number;
  readonly slots: number;
}

/** The presence of validators and of the arena, by who was there. */
export type Presence = ReadonlyMap<string, readonly PresenceHour[]>;

export interface MeasuredValidator {
  readonly hotkey: string;
  readonly registered_at: number;
}

/** Reads what `uptimePeriod` needs for these validators. */
export async function readPresence(
  reader: ArenaQueries,
  hotkeys: readonly string[],
  { now, days }: { readonly now: number; readonly days: number },
): Promise<Presence> {
  const hour = PRESENCE_SLOT_MILLISECONDS * PRESENCE_SLOTS_PER_HOUR;
  const rows = await reader
    .selectFrom('presence')
    .selectAll()
    .where('who', 'in', [ARENA_PRESENCE, ...hotkeys])
    .where('hour', '>', now - days * DAY_MILLISECONDS - hour)
    .execute();
  return Map.groupBy(rows, ({ who }) => who);
}

/**
 * Uptime of a validator over the last days. A slot is measured if the arena or the validator was there, because the
 * arena cannot see anyone while it does not run. The current slot has not ended, so it is left out.
 */
export function uptimePeriod(
  presence: Presence,
  { hotkey, registered_at }: MeasuredValidator,
  { now, days }: { readonly now: number; readonly days: number },
): UptimePeriodWire {
  const end = slotStart(now);
  const start = Math.max(end - days * DAY_MILLISECONDS, slotStart(registered_at));
  const seen = slotsOf(presence.get(hotkey), start, end);
  const measured = slotsOf(presence.get(ARENA_PRESENCE), start, end).union(seen);
  return {
    share: measured.size === 0 ? null : seen.size / measured.size,
    seen_slots: seen.size,
    measured_slots: measured.size,
  };
}

/** Uptime of one validator over a day, a week and a month. */
export async function readUptime(reader: ArenaQueries, validator: MeasuredValidator, now: number): Promise<UptimeWire> {
  const presence = await readPresence(reader, [validator.hotkey], { now, days: 30 });
  const over = (days: number) => uptimePeriod(presence, validator, { now, days });
  return {
    slot_seconds: PRESENCE_SLOT_MILLISECONDS / 1_000,
    last_24_hours: over(1),
    last_7_days: over(7),
    last_30_days: over(30),
  };
}

/** The slots of these hours from `start` to before `end`, by their first millisecond. */
function slotsOf(hours: readonly PresenceHour[] = [], start: number, end: number): Set<number> {
  const found = new Set<number>();
  for (const { hour, slots } of hours) {
    for (let index = 0; index < PRESENCE_SLOTS_PER_HOUR; index++) {
      const slot = hour + index * PRESENCE_SLOT_MILLISECONDS;
      if ((slots & (1 << index)) !== 0 && slot >= start && slot < end) found.add(slot);
    }
  }
  return found;
}

function slotStart(time: number): number {
  return Math.floor(time / PRESENCE_SLOT_MILLISECONDS) * PRESENCE_SLOT_MILLISECONDS;
}
