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
    this.attempts = counter('attempts_total', 'Finished attempts, by owner of the failure.', ['fault']);
    this.attemptSeconds = counter('attempt_seconds_total', 'Duration of attempts, inside and outside the agent.', [
      'part',
    ]);
    this.credit = counter('credit_dollars_total', 'Dollars that attempts spent on models.');
    this.probes = counter('probe_attempts_total', 'Finished probe attempts, by whether they could be used.', [
      'result',
    ]);
    this.sandboxes = new Gauge({ name: 'assay_validator_sandboxes', help: 'Sandboxes in use.', registers });
    this.runs = counter('runs_total', 'Finished runs, by result and owner of the failure.', ['status', 'owner']);
    this.claims = counter('claims_total', 'Claim requests, by result.', ['answer']);
    this.heartbeatFailures = counter('heartbeat_failures_total', 'Unanswered heartbeats.');
    this.deliveryPauses = counter('delivery_pauses_total', 'Retries of requests to the arena.', ['what']);
    this.uploads = counter('uploads_total', 'File uploads to the arena, by result.', ['result']);
    this.weights = counter('weights_total', 'Attempts to set weights, by result.', ['result']);
    this.clockJumps = counter('clock_jumps_total', 'Times the clock of this machine was set, by direction.', [
      'direction',
    ]);
  }
}
