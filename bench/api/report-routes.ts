import { table } from '../../src/cli/output/table.ts';
import type { RouteSpeed, RouteSpeeds } from './measure-routes.ts';

const GOAL_MILLISECONDS = 60;

/** Every public route compared with the bare route of the same process, slowest first. */
export function reportRoutes({ engine, attempts, events, bare, routes, ...rest }: RouteSpeeds): string {
  const times = ['first ms', 'p50 ms', 'p95 ms', 'p50 / bare', 'p95 / bare'];
  const processor = ['CPU p50', 'CPU p95', 'CPU / bare'];
  const head = [engine, 'status', 'kB', 'kB gzip', ...times, ...processor, 'p95 < 60 ms'];
  const slowestFirst = routes.toSorted((one, other) => other.p95 - one.p95);
  const missed = routes.filter(({ p95 }) => p95 >= GOAL_MILLISECONDS);
  const size = `${attempts.toLocaleString('en')} attempts and ${events.toLocaleString('en')} events, filled in ${rest.fillSeconds.toFixed(0)} s; ${rest.eventsPerSecond.toFixed(2)} events a second meanwhile`;
  const verdict = missed.length === 0 ? 'all reach the goal' : `${missed.length} miss the goal`;
  return `${size}\n${table(head, [row(bare, bare), ...slowestFirst.map((route) => row(route, bare))])}\n${routes.length} addresses: ${verdict}${rest.unanswered.map((line) => `\nnot measured: ${line}`).join('')}`;
}

function row(speed: RouteSpeed, bare: RouteSpeed): string[] {
  const { route, status, bytes, compressedBytes, first, p50, p95, processorP50, processorP95 } = speed;
  return [
    route,
    `${status}`,
    kilobytes(bytes),
    kilobytes(compressedBytes),
    first.toFixed(1),
    p50.toFixed(2),
    p95.toFixed(2),
    `${(p50 / bare.p50).toFixed(1)}×`,
    `${(p95 / bare.p95).toFixed(1)}×`,
    processorP50.toFixed(2),
    processorP95.toFixed(2),
    `${(processorP50 / bare.processorP50).toFixed(1)}×`,
    p95 < GOAL_MILLISECONDS ? 'reached' : 'missed',
  ];
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
