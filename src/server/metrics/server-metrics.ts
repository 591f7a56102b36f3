import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What an operator watches. Labels are routes and names of ours, never what a caller wrote. */
export class ServerMetrics {
  readonly registry = new Registry();
  readonly requests: Histogram;
  readonly streams: Gauge;
  readonly runsReaped: Counter;
  readonly queue: Gauge;
  readonly activeRuns: Gauge;
  readonly leads: Gauge;
  readonly housekeepingFailures: Counter;
  readonly chainFailures: Counter;
  readonly clockJumps: Counter;
  readonly raceAlarm: Gauge;
  readonly raceAlarmRaces: Gauge;

  constructor() {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, prefix: 'assay_' });
    this.requests = new Histogram({
      name: 'assay_http_request_seconds',
      help: 'How long requests took, by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    });
    this.streams = new Gauge({ name: 'assay_event_streams', help: 'Readers of the event stream.', registers });
    this.queue = new Gauge({
      name: 'assay_queue_items',
      help: 'Open work items, by phase.',
      labelNames: ['phase'],
      registers,
    });
    this.activeRuns = new Gauge({ name: 'assay_active_runs', help: 'Runs with a living lease.', registers });
    this.runsReaped = new Counter({ name: 'assay_runs_reaped_total', help: 'Runs whose lease lapsed.', registers });
    this.leads = new Gauge({
      name: 'assay_leads',
      help: '1 in the process that keeps the clock and the leases.',
      registers,
    });
    this.chainFailures = new Counter({
      name: 'assay_chain_failures_total',
      help: 'Times the chain could not be asked who is registered.',
      registers,
    });
    this.clockJumps = new Counter({
      name: 'assay_clock_jumps_total',
      help: 'Times the clock of this machine was set, by direction.',
      labelNames: ['direction'],
      registers,
    });
    this.raceAlarm = new Gauge({
      name: 'assay_race_alarm',
      help: '1 for the state of the anti-inversion alarm over the newest races, 0 for the others.',
      labelNames: ['state'],
      registers,
    });
    this.raceAlarmRaces = new Gauge({
      name: 'assay_race_alarm_races',
      help: 'Races the anti-inversion alarm looked at, and how they came out.',
      labelNames: ['what'],
      registers,
    });
    this.housekeepingFailures = new Counter({
      name: 'assay_housekeeping_failures_total',
      help: 'Rounds of housekeeping that failed, by duty.',
      labelNames: ['duty'],
      registers,
    });
  }
}
