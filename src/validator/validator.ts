import { join } from 'node:path';
import { AttemptStore } from '../attempt/record.ts';
import { Fault } from '../fault/fault.ts';
import { ModelTraffic } from '../gateway/model-traffic.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { withFolderLock } from '../store/files.ts';
import { ArenaApi } from './arena/arena-api.ts';
import { EvidenceRetention } from './retention/evidence-retention.ts';
import { watchedSandbox } from './run/watched-sandbox.ts';
import { DEFAULT_SETTINGS, type ValidatorSettings } from './settings.ts';
import type { ValidatorOptions, ValidatorStatus } from './validator-options.ts';
import { WeightSetter } from './weights/weight-setter.ts';
import { ValidatorMetrics } from './work/metrics.ts';
import { watchClock } from './work/watch-clock.ts';
import { WorkLoop } from './work/work-loop.ts';
import { workReport } from './work/work-report.ts';

const LOCK_TIMEOUT_MILLISECONDS = 2_000;
const CLOCK_CHECK_MILLISECONDS = 2_000;

/**
 * Claims runs, performs them and reports their results to the arena; sets weights. Several validators can share
 * expensive resources in one process: an examined sandbox, a market.
 */
export class Validator {
  readonly metrics: ValidatorMetrics;
  readonly #options: ValidatorOptions;
  readonly #settings: ValidatorSettings;
  readonly #store: AttemptStore;
  readonly #loop: WorkLoop;
  readonly #weightSetter: WeightSetter | undefined;
  readonly #draining = new AbortController();
  readonly #stop = new AbortController();
  readonly #leave = new AbortController();
  #sandboxes = 0;
  #ended: Promise<void> | undefined;
  #isOver = false;

  constructor(options: ValidatorOptions) {
    const { client, hotkey, data, search, marketHash, examination, weights } = options;
    const settings = { ...DEFAULT_SETTINGS, ...options.settings };
    const api = new ArenaApi(client);
    const log = options.log.with({ validator: hotkey.address });
    const metrics = options.metrics ?? new ValidatorMetrics();
    this.#options = options;
    this.#settings = settings;
    this.metrics = metrics;
    const sandbox = this.#counted(options.sandbox.sandbox);
    const store = new AttemptStore(data);
    this.#store = store;
    const report = () => this.#report();
    const traffic = options.traffic ?? new ModelTraffic();
    this.#loop = new WorkLoop(
      { api, hotkey, store, sandbox, search, marketHash, examination, settings, traffic, metrics, log, report },
      join(data, 'journal'),
      { draining: this.#draining.signal, stop: this.#stop.signal, leave: this.#leave.signal },
    );
    if (weights === undefined) return;
    this.#weightSetter = new WeightSetter({
      ...weights,
      api,
      hotkey,
      metrics,
      log,
      intervalMilliseconds: settings.weights,
    });
  }

  /** Resolves when the validator has ended or was drained; rejects when it could not continue. */
  get ended(): Promise<void> {
    return this.#ended ?? Promise.resolve();
  }

  start(): void {
    if (this.#ended !== undefined) throw new Error('a validator is started once');
    // Two validators with one journal would each take the other's runs for their own runs left by a crash.
    const folder = join(this.#options.data, 'journal');
    this.#ended = withFolderLock(folder, () => this.#live(), LOCK_TIMEOUT_MILLISECONDS).finally(() => {
      this.#isOver = true;
    });
    this.#ended.catch(() => {});
  }

  /** Stops claiming. Lets the running run finish in time, or else ends it as failed by the validator. */
  async drain(): Promise<void> {
    const { grace, exitGrace } = this.#settings;
    const reason = new Fault('ATTEMPT_STOPPED', { message: 'The validator is shutting down.' });
    const timers = [
      setTimeout(() => this.#stop.abort(reason), grace),
      setTimeout(() => this.#leave.abort(), grace + exitGrace),
    ];
    this.#options.log.info('Shutting down: no more runs are claimed.', { validator: this.#options.hotkey.address });
    this.#draining.abort();
    try {
      await this.ended;
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

  /** Time since the arena last answered a request for work. */
  get silentMilliseconds(): number {
    return this.#loop.silentMilliseconds;
  }

  status(): ValidatorStatus {
    const { run, state, counts, heardAt } = this.#loop;
    return {
      hotkey: this.#options.hotkey.address,
      state: this.#isOver ? 'stopped' : this.#draining.signal.aborted ? 'draining' : state,
      run:
        run === undefined
          ? null
          : { run_id: run.runId, agent_version_id: run.claim.agent_version_id, phase: run.claim.phase },
      ...counts,
      heard_at: heardAt,
      weighed_epoch: this.#weightSetter?.lastEpoch ?? null,
    };
  }

  async #live(): Promise<void> {
    const once = this.#options.once === true;
    const { log, hotkey } = this.#options;
    const clock = watchClock(this.metrics, log.with({ validator: hotkey.address }));
    const checks = setInterval(() => clock.check(), CLOCK_CHECK_MILLISECONDS);
    checks.unref();
    const keeper = new EvidenceRetention(this.#store, { ...this.#options, clock });
    keeper.start();
    if (once) await this.#weightSetter?.tick();
    else this.#weightSetter?.start();
    try {
      await this.#loop.live(once);
    } finally {
      clearInterval(checks);
      await keeper.stop();
      await this.#weightSetter?.stop();
    }
  }

  #counted(sandbox: Sandbox): Sandbox {
    return watchedSandbox(sandbox, {
      onStart: () => {
        this.#sandboxes++;
        this.metrics.sandboxes.inc();
      },
      onEnd: () => {
        this.#sandboxes--;
        this.metrics.sandboxes.dec();
      },
    });
  }

  #report() {
    const { data, programVersion, sandbox } = this.#options;
    const { description } = sandbox.sandbox;
    return workReport({ data, programVersion, sandbox: description, sandboxes: this.#sandboxes });
  }
}
