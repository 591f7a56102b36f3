import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics for the operator. Labels are routes and our own names, never text from callers. */
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
  readonly submissions: Counter;
  readonly queueOldest: Gauge;
  readonly runs: Gauge;
  readonly validators: Gauge;
  readonly raceState: Gauge;
  readonly raceNumber: Gauge;
  readonly raceStateSeconds: Gauge;
  readonly raceCloses: Gauge;
  readonly stopped: Gauge;
  readonly ledgerHead: Gauge;
  readonly epochAge: Gauge;
  readonly metagraphAge: Gauge;
  readonly housekeepingAge: Gauge;
  readonly streamLimit: Gauge;
  readonly bankProblems: Gauge;
  readonly bankRaces: Gauge;
  readonly databaseUp: Gauge;
  readonly databaseSeconds: Histogram;
  readonly databaseErrors: Counter;
  readonly blobSeconds: Histogram;
  readonly blobErrors: Counter;

  constructor() {
    const registers = [this.registry];
    const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
      new Gauge({ name: `assay_${name}`, help, labelNames: [...labelNames], registers });
    const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
      new Counter({ name: `assay_${name}`, help, labelNames: [...labelNames], registers });
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
    this.activeRuns = new Gauge({ name: 'assay_active_runs', help: 'Runs with a valid lease.', registers });
    this.runsReaped = new Counter({ name: 'assay_runs_reaped_total', help: 'Runs whose lease expired.', registers });
    this.leads = new Gauge({
      name: 'assay_leads',
      help: '1 in the leader, which does the housekeeping.',
      registers,
    });
    this.chainFailures = new Counter({
      name: 'assay_chain_failures_total',
      help: 'Failed metagraph requests.',
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
      help: '1 for the state of the race alarm over the newest races, 0 for the others.',
      labelNames: ['state'],
      registers,
    });
    this.raceAlarmRaces = new Gauge({
      name: 'assay_race_alarm_races',
      help: 'Races that the race alarm considered, by outcome.',
      labelNames: ['what'],
      registers,
    });
    this.submissions = counter(
      'submissions_total',
      'Submissions, by outcome: accepted, duplicate, or the error code.',
      ['outcome'],
    );
    this.queueOldest = gauge('queue_oldest_seconds', 'Age of the oldest open work item, by phase; 0 without one.', [
      'phase',
    ]);
    this.runs = gauge('runs', 'Runs by status and by owner of the failure.', ['status', 'owner']);
    this.validators = gauge(
      'validators',
      'Validators that sent a request within one lease period (alive), or not (silent).',
      ['state'],
    );
    this.raceState = gauge('race_state', '1 for the state of the newest race, 0 for the others.', ['state']);
    this.raceNumber = gauge('race_number', 'Number of the newest race.');
    this.raceStateSeconds = gauge('race_state_seconds', 'Time since the newest race entered its state.');
    this.raceCloses = gauge('race_closes_seconds', 'Time until qualifying closes; negative when that is over.');
    this.stopped = gauge('stopped', '1 for what the operator has stopped.', ['what']);
    this.ledgerHead = gauge('ledger_head', 'Number of the newest event of the public ledger.');
    this.epochAge = gauge('epoch_age_seconds', 'Time since the weights of an epoch were last fixed.');
    this.metagraphAge = gauge(
      'metagraph_age_seconds',
      'Age of the metagraph; age of the process while the chain has never answered.',
    );
    this.housekeepingAge = gauge(
      'housekeeping_age_seconds',
      'Time since the last round of housekeeping; 0 in processes other than the leader.',
    );
    this.streamLimit = gauge('event_streams_limit', 'Maximum number of event stream readers in this process.');
    this.bankProblems = gauge(
      'bank_problems',
      'Hidden problems: drawable for races; of these resting (paused after a recent draw).',
      ['state'],
    );
    this.bankRaces = gauge('bank_races_left', 'Races for which hidden problems are left.');
    this.databaseUp = gauge('database_up', '1 when the database answered this scrape.');
    this.databaseSeconds = new Histogram({
      name: 'assay_database_query_seconds',
      help: 'How long statements took, by kind.',
      labelNames: ['kind'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
      registers,
    });
    this.databaseErrors = counter('database_errors_total', 'Statements that failed because of the database itself.');
    this.blobSeconds = new Histogram({
      name: 'assay_blob_seconds',
      help: 'How long the blob store took, by operation.',
      labelNames: ['operation'],
      buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    });
    this.blobErrors = counter('blob_errors_total', 'Operations of the blob store that failed.', ['operation']);
    this.housekeepingFailures = new Counter({
      name: 'assay_housekeeping_failures_total',
      help: 'Rounds of housekeeping that failed, by duty.',
      labelNames: ['duty'],
      registers,
    });
  }
}
