import type { RaceAlarmWire } from '../../board/wire.ts';
import { oneLine } from './say-line.ts';
import type { Terminal } from './terminal.ts';

/** One line when the alarm has something to say. */
export function sayAlarm(alarm: RaceAlarmWire | null, terminal: Terminal): void {
  if (alarm?.state !== 'scripted ahead' && alarm?.state !== 'judge decided') return;
  terminal.say(oneLine(`Alarm (${alarm.state}): ${alarm.sentence}`));
}
