import { describe, expect, it } from 'vitest';
import { RACE_ALARM_STATES, type RaceAlarmWire } from '../../board/wire.ts';
import { printAlarm } from './print-alarm.ts';
import type { Terminal } from './terminal.ts';

function said(alarm: RaceAlarmWire | null): string[] {
  const lines: string[] = [];
  printAlarm(alarm, { print: (line = '') => lines.push(line) } as unknown as Terminal);
  return lines;
}

describe('alarm line', () => {
  const alarm = {
    races: 10,
    scripted: { compared: 10, ahead: 10, difference: 0.1, probability: 0.001 },
    judge: { compared: 10, decided: [] },
    sentence: 'Scripted versions\nwere ahead.',
  };

  it('the alarm line is printed only when the alarm fires', () => {
    const lines = RACE_ALARM_STATES.map((state) => said({ ...alarm, state }).length);
    expect(Object.fromEntries(RACE_ALARM_STATES.map((state, index) => [state, lines[index]]))).toEqual({
      ok: 0,
      'scripted ahead': 1,
      'judge decided': 1,
      'too little': 0,
    });
    expect(said(null)).toEqual([]);
  });

  it('the alarm line is one line, whatever an arena answers', () => {
    expect(said({ ...alarm, state: 'scripted ahead' })).toEqual([
      'Alarm (scripted ahead): Scripted versions were ahead.',
    ]);
  });
});
