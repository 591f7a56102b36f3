import type { ProblemUpdate } from '../../arena/wire.ts';
import { failureFields } from '../log.ts';
import { LogUploader } from './log-uploader.ts';
import { ProgressReporter } from './progress-reporter.ts';
import { progressOf } from './progress-update.ts';
import type { Evaluation, RunParts } from './run-parts.ts';
import type { Result, RunResults } from './run-results.ts';

/** Everything sent to the arena during a run: results, logs, and the keys of the logs. */
export class RunReporting {
  readonly #reporter: ProgressReporter;
  readonly #uploader: LogUploader;
  readonly #signal: AbortSignal;
  #lastKey: string | null;

  constructor(results: RunResults, { journal, signal, onRunOver }: Evaluation, parts: RunParts) {
    const { api, store, settings, log, metrics } = parts;
    const common = { api, runId: journal.runId, delivery: settings.delivery, onRunOver, log, metrics };
    this.#signal = signal;
    this.#lastKey = journal.all('uploaded').at(-1)?.evidence_key ?? null;
    this.#reporter = new ProgressReporter({
      ...common,
      intervalMilliseconds: settings.progress,
      updates: () => progressOf(results),
    });
    this.#uploader = new LogUploader({
      ...common,
      store,
      signal,
      wireId: (problemId) => results.wireId(problemId),
      onUploaded: (attempt_id, keys) => {
        results.noteKeys(attempt_id, keys);
        this.#lastKey = keys.evidenceKey ?? keys.logsKey;
        this.#reporter.note();
        try {
          journal.add({ what: 'uploaded', attempt_id, logs_key: keys.logsKey, evidence_key: keys.evidenceKey });
        } catch (error) {
          log.warn(
            'The upload of a log was not written to the journal; it may be uploaded twice.',
            failureFields(error),
          );
        }
      },
    });
    for (const result of results.results) {
      if (results.keysOf(result.attempt.attempt_id) === undefined) this.#uploader.add(result);
    }
    this.#reporter.note();
  }

  /** The key of the last upload. */
  get lastKey(): string | null {
    return this.#lastKey;
  }

  note(): void {
    this.#reporter.note();
  }

  add(result: Result): void {
    this.#uploader.add(result);
    this.#reporter.note();
  }

  /** Resolves when every log was uploaded or given up. */
  async finish(): Promise<void> {
    await this.#uploader.idle();
  }

  async flush(updates: readonly ProblemUpdate[]): Promise<void> {
    await this.#reporter.flush(updates, this.#signal);
  }

  /** For a run that ends unfinished: sends the updates once, and schedules no further reports. */
  async abandon(updates: readonly ProblemUpdate[]): Promise<void> {
    await this.#reporter.close();
    await this.#reporter.say(updates);
  }
}
