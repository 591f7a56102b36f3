import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Metrics for the validator's operator. Labels are fixed words, never ids: those are in the log. */
export class ValidatorMetrics {
  readonly registry = new Registry();
  readonly attempts: Counter;
  readonly attemptSeconds: Counter;
  readonly credit: Counter;
  readonly probes: Counter;
  readonly sandboxes: Gauge;
  readonly runs: Counter;
  readonly claims: Counter;
  readonly heartbeatFailures: Counter;
  readonly deliveryPauses: Counter;
  readonly uploads: Counter;
  readonly weights: Counter;
  readonly clockJumps: Counter;

  constructor() {
    const registers = [this.registry];
    const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
      new Counter({ name: `assay_validator_${name}`, help, labelNames: [...labelNames], registers });
    collectDefaultMetrics({ register: this.registry, prefix: 'assay_' });
    this.attempts = counter('attempts_total', 'Attempts that ended, by whose fault it was if it failed.', ['fault']);
    this.attemptSeconds = counter(
      'attempt_seconds_total',
      "Time that attempts took, the agents' own and everything around it.",
      ['part'],
    );
    this.credit = counter('credit_dollars_total', 'Dollars that attempts spent on models.');
    this.probes = counter('probe_attempts_total', 'Probe attempts that ended, by whether they could be used.', [
      'result',
    ]);
    this.sandboxes = new Gauge({ name: 'assay_validator_sandboxes', help: 'Sandboxes in use.', registers });
    this.runs = counter('runs_total', 'Runs that ended, by how and by whose fault.', ['status', 'owner']);
    this.claims = counter('claims_total', 'Questions for work, by what came of them.', ['answer']);
    this.heartbeatFailures = counter('heartbeat_failures_total', 'Heartbeats without an answer.');
    this.deliveryPauses = counter('delivery_pauses_total', 'Times something had to be sent again later.', ['what']);
    this.uploads = counter('uploads_total', 'Files sent to the arena, by what came of it.', ['result']);
    this.weights = counter('weights_total', 'Times weights were to be set, by what came of it.', ['result']);
    this.clockJumps = counter('clock_jumps_total', 'Times the clock of this machine was set, by direction.', [
      'direction',
    ]);
  }
}
