import type { AttemptStore } from '../../attempt/record.ts';
import { uploadFile } from '../../client/file-transfer.ts';
import { Fault } from '../../fault/fault.ts';
import { type ArenaApi, type GrantedUpload, LOG_TYPE } from '../arena/arena-api.ts';
import type { Backoff } from '../arena/backoff.ts';
import { isRunOver, isTransient, retryUntilAnswered } from '../arena/retry-until-answered.ts';
import { failureFields, type Log } from '../log.ts';
import type { ValidatorMetrics } from '../work/metrics.ts';
import { dialogueFile, evidenceFile } from './evidence-files.ts';
import type { Result, UploadedKeys } from './run-results.ts';

export interface UploaderOptions {
  readonly api: ArenaApi;
  readonly runId: string;
  readonly store: AttemptStore;
  readonly delivery: Backoff;
  /** The arena's id of a problem. */
  readonly wireId: (problemId: string) => string;
  readonly onUploaded: (attemptId: string, keys: UploadedKeys) => void;
  readonly onRunOver: (reason: unknown) => void;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly metrics: ValidatorMetrics;
}

const AT_ONCE = 2;

/**
 * Uploads the logs of attempts while others run. A log that the arena rejects, or that could not be uploaded after all
 * retries, is missing from the arena's pages; the result and the local evidence are not affected.
 */
export class LogUploader {
  readonly #options: UploaderOptions;
  readonly #waiting: Result[] = [];
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: UploaderOptions) {
    this.#options = options;
  }

  add(result: Result): void {
    this.#waiting.push(result);
    this.#fill();
  }

  /** Resolves when every log was uploaded or given up. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #fill(): void {
    while (this.#underWay.size < AT_ONCE && this.#waiting.length > 0) {
      const work: Promise<void> = this.#bring(this.#waiting.shift()!).finally(() => {
        this.#underWay.delete(work);
        this.#fill();
      });
      this.#underWay.add(work);
    }
  }

  async #bring(result: Result): Promise<void> {
    const { onUploaded, signal, wireId } = this.#options;
    if (signal.aborted) return;
    const { attempt_id } = result.attempt;
    const problemId = wireId(result.attempt.problem_id);
    const logsKey = await this.#try(attempt_id, async () => {
      // No page shows the reported steps of a probe attempt.
      if (result.attempt.probe === true) return null;
      const dialogue = await dialogueFile(this.#options.store, result);
      return dialogue === null ? null : await this.#send(problemId, dialogue);
    });
    const evidenceKey = await this.#try(attempt_id, () => this.#sendEvidence(problemId, result));
    if (logsKey !== null || evidenceKey !== null) onUploaded(attempt_id, { logsKey, evidenceKey });
  }

  async #sendEvidence(problemId: string, result: Result): Promise<string> {
    const { store } = this.#options;
    try {
      return await this.#send(problemId, await evidenceFile(store, result, true));
    } catch (error) {
      if (!Fault.isInstance(error) || error.code !== 'UPLOAD_REFUSED') throw error;
      // Most likely too large. The record contains the hash of the calls, and the calls are kept locally.
      return await this.#send(problemId, await evidenceFile(store, result, false));
    }
  }

  async #send(problemId: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const { api, runId, delivery, signal, metrics } = this.#options;
    let granted: GrantedUpload | undefined;
    const attempt = async (): Promise<string> => {
      granted ??= await api.presign({ runId, problemId, contentLength: bytes.length });
      try {
        await uploadFile(granted.upload_url, bytes, { contentType: LOG_TYPE, signal });
        return granted.results_s3_key;
      } catch (error) {
        if (isTransient(error)) throw error;
        // An upload URL can expire during an outage. The arena limits how many it grants.
        granted = undefined;
        throw new Fault('ARENA_BUSY', { message: 'The upload address for a log has expired.', cause: error });
      }
    };
    const onPause = (): void => metrics.deliveryPauses.inc({ what: 'upload' });
    return await retryUntilAnswered(attempt, { backoff: delivery, signal, onPause });
  }

  async #try(attemptId: string, work: () => Promise<string | null>): Promise<string | null> {
    const { metrics, log, onRunOver } = this.#options;
    try {
      const key = await work();
      if (key !== null) metrics.uploads.inc({ result: 'kept' });
      return key;
    } catch (error) {
      if (isRunOver(error)) onRunOver(error);
      else if (!this.#options.signal.aborted) {
        metrics.uploads.inc({ result: 'lost' });
        log.warn('A log could not be uploaded; the arena will not show it.', {
          attempt_id: attemptId,
          ...failureFields(error),
        });
      }
      return null;
    }
  }
}
