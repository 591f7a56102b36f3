import { failureFields } from '../log.ts';
import { LogUploader } from './log-uploader.ts';
import type { Evaluation, RunParts } from './run-parts.ts';
import type { Result, RunResults } from './run-results.ts';

/**
 * Uploads the evidence of probe attempts, so that anyone who may read it can recompute the follow rates. Returns the
 * key of each, `null` where the upload failed. A resumed run skips completed uploads.
 */
export async function uploadProbes(
  probes: readonly Result[],
  results: RunResults,
  { journal, signal, onRunOver }: Evaluation,
  parts: RunParts,
): Promise<readonly (string | null)[]> {
  const { api, store, settings, log, metrics } = parts;
  const keys = new Map(journal.all('probe uploaded').map(({ attempt_id, evidence_key }) => [attempt_id, evidence_key]));
  const uploader = new LogUploader({
    ...{ api, store, log, metrics, signal, onRunOver },
    runId: journal.runId,
    delivery: settings.delivery,
    wireId: (problemId) => results.wireId(problemId),
    onUploaded: (attempt_id, { evidenceKey }) => {
      keys.set(attempt_id, evidenceKey);
      try {
        journal.add({ what: 'probe uploaded', attempt_id, evidence_key: evidenceKey });
      } catch (error) {
        log.warn(
          'The upload of a probe was not written to the journal; it may be uploaded twice.',
          failureFields(error),
        );
      }
    },
  });
  for (const probe of probes) if (!keys.has(probe.attempt.attempt_id)) uploader.add(probe);
  await uploader.idle();
  return probes.map(({ attempt }) => keys.get(attempt.attempt_id) ?? null);
}
