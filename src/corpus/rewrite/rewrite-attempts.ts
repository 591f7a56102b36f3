import { isSimulatedModel } from '../../inference/simulated-models.ts';
import { withFolderLock } from '../../store/files.ts';
import type { RowSource } from '../pipeline/input-rows.ts';
import { rowTexts } from '../pipeline/row-texts.ts';
import { writeLicences } from '../release/known-licences.ts';
import { CandidateReader, type RewriteCandidate } from './candidate-reader.ts';
import { type RewriteModels, rewriteAttempt } from './rewrite-attempt.ts';
import { rewriteFingerprint } from './rewrite-config.ts';
import { RewriteJournal } from './rewrite-journal.ts';
import type { ScriptedOptions } from './scripted-attempt.ts';
import { type Decided, type RewriteSummary, writeRewritten } from './write-rewritten.ts';

export interface RewriteAttemptsOptions extends RewriteModels, ScriptedOptions {
  readonly sources: readonly RowSource[];
  readonly out: string;
  /** Endpoint of models that are not simulated. */
  readonly endpoint: string | null;
  readonly withheldChecked: boolean;
  /** Maximum number of attempts sent to models, over all runs into this folder. */
  readonly limit: number;
  /** Number of concurrent attempts. */
  readonly concurrency: number;
  readonly onAttempt?: (done: number) => void;
}

/** Short, because there is no point in waiting for another process in the folder. */
const TIMEOUT_MILLISECONDS = 1_000;

/** Rewrites scripted successes into rows with real calls and written reasoning, each marked as rewritten. */
export async function rewriteAttempts(options: RewriteAttemptsOptions): Promise<RewriteSummary> {
  return await withFolderLock(options.out, () => rewriteAll(options), TIMEOUT_MILLISECONDS);
}

async function rewriteAll(options: RewriteAttemptsOptions): Promise<RewriteSummary> {
  const { sources, out, config, model, checker, endpoint, limit, concurrency } = options;
  const plan = { version: config.version, config_fingerprint: rewriteFingerprint(config), model, checker, endpoint };
  const journal = RewriteJournal.open(out, plan);
  await writeLicences(out, options.licences);
  const reader = new CandidateReader(options);
  const decided: Decided[] = [];
  let waiting: RewriteCandidate[] = [];
  let candidates = 0;
  let resumed = 0;
  let asked = 0;
  const ask = async (): Promise<void> => {
    const under = waiting;
    waiting = [];
    const answers = under.map(async ({ attempt, receipt }) => {
      journal.add(await rewriteAttempt(attempt, receipt, options, config));
      options.onAttempt?.(++asked);
    });
    // If a model does not answer, the run ends, but first the results of the other attempts are saved.
    await Promise.allSettled(answers);
    await Promise.all(answers);
  };
  for (const source of sources) {
    for await (const input of source.rows()) {
      for (const row of rowTexts([input])) {
        const read = reader.read(row);
        if (read.kind !== 'candidate') {
          decided.push(read);
          continue;
        }
        const { candidate } = read;
        const receipt = candidate.receipt.hash;
        const { attempt_id, problem_id, agent } = candidate.attempt.facts;
        const about = { file: row.file, line: row.line, name: { attempt_id, problem_id, agent }, receipt };
        if (++candidates > limit) {
          decided.push({ kind: 'left', ...about });
          continue;
        }
        decided.push({ kind: 'asked', ...about });
        if (journal.outcomeOf(receipt) !== undefined) resumed++;
        else waiting.push(candidate);
        if (waiting.length >= concurrency) await ask();
      }
    }
  }
  await ask();
  const about = {
    config,
    ...plan,
    simulated: isSimulatedModel(model),
    checker_simulated: isSimulatedModel(checker),
    withheld_checked: options.withheldChecked,
  };
  return await writeRewritten(out, { decided, journal, about, resumed });
}
