import { table } from '../../src/cli/output/table.ts';
import type { Speed } from './measure-speed.ts';

/** Signed heartbeats per second on two cores. */
const HEARTBEAT_GOAL = 400;

/** Every number with its goal. */
export function reportSpeed({ engine, reads, heartbeats }: Speed): string {
  const rows = reads.map(({ what, goal, perSecond, processorMicroseconds, ratio, processorRatio }) => [
    what,
    perSecond.toFixed(0),
    `${processorMicroseconds.toFixed(0)} µs`,
    ratio.toFixed(3),
    processorRatio.toFixed(3),
    goal === undefined ? '' : `${goal} ${verdict(ratio, goal)}`,
  ]);
  const { perSecond, processorMilliseconds, refused } = heartbeats;
  const beats = [
    'signed heartbeat',
    perSecond.toFixed(0),
    `${(processorMilliseconds * 1_000).toFixed(0)} µs`,
    '',
    '',
    `${HEARTBEAT_GOAL}/s ${verdict(perSecond, HEARTBEAT_GOAL)}`,
  ];
  const head = [engine, 'answers/s', 'server CPU each', 'ratio', 'ratio by CPU', 'goal'];
  const complaint = refused === 0 ? '' : `\n${refused} heartbeats were refused`;
  const projected = `one core of server time is worth ${(1_000 / processorMilliseconds).toFixed(0)} heartbeats a second`;
  return `${table(head, [...rows, beats])}\n${projected}${complaint}`;
}

function verdict(value: number, goal: number): string {
  return value >= goal ? 'reached' : 'missed';
}
