import type { RaceAlarmWire } from '../../board/wire.ts';
import { oneLine } from './format-line.ts';
import type { Terminal } from './terminal.ts';

/** Prints one line if there is an alarm. */
export function printAlarm(alarm: RaceAlarmWire | null, terminal: Terminal): void {
  if (alarm?.state !== 'scripted ahead' && alarm?.state !== 'judge decided') return;
  terminal.print(oneLine(`Alarm (${alarm.state}): ${alarm.sentence}`));
}
