import type { Inference } from '../../inference/inference.ts';
import { isSimulatedModel } from '../../inference/simulated-models.ts';
import { FILTER_CONFIG } from '../filter/filter-config.ts';
import { estimatedTokens } from '../filter/token-counter.ts';
import type { ReceiptLink } from '../intake/read-attempt.ts';
import { checkReasoning, type StepScore } from './check-reasoning.ts';
import { judgeGain } from './judge-gain.ts';
import { type RewriteConfig, rewriteFingerprint } from './rewrite-config.ts';
import type { RewriteOutcome } from './rewrite-journal.ts';
import type { RewriteRefusal } from './rewrite-reason.ts';
import { rewrittenRow } from './rewritten-row.ts';
import type { ScriptedAttempt } from './scripted-attempt.ts';
import { writeReasoning } from './write-reasoning.ts';

/** The models that write and check. */
export interface RewriteModels {
  readonly inference: Inference;
  readonly model: string;
  readonly checker: string;
}

/**
 * Writes reasoning for every step of an attempt and checks it. Each step is written and checked without the reasoning
 * of the others, so that it must be sufficient on its own.
 */
export async function rewriteAttempt(
  attempt: ScriptedAttempt,
  receipt: ReceiptLink,
  models: RewriteModels,
  config: RewriteConfig,
): Promise<RewriteOutcome> {
  // If one request fails, the pending ones are aborted: their answers would be paid for and discarded.
  const stop = new AbortController();
  const inference: Inference = {
    chat: (body) => models.inference.chat(body, { signal: stop.signal }),
    models: () => models.inference.models(),
  };
  try {
    return await writeAndCheck(attempt, receipt, { ...models, inference }, config);
  } finally {
    stop.abort();
  }
}

async function writeAndCheck(
  attempt: ScriptedAttempt,
  receipt: ReceiptLink,
  { inference, model, checker }: RewriteModels,
  config: RewriteConfig,
): Promise<RewriteOutcome> {
  const { query, steps } = attempt;
  const refuse = ({ reason, detail }: RewriteRefusal, scores: readonly StepScore[]): RewriteOutcome => ({
    kind: 'refused',
    receipt: receipt.hash,
    reason,
    detail,
    scores: [...scores],
  });
  const written = await Promise.all(
    steps.map((_, place) => writeReasoning({ inference, model, config }, { query, steps, place })),
  );
  const reasonings: string[] = [];
  for (const [place, each] of written.entries()) {
    if (!each.ok) return refuse({ ...each.flaw, detail: `step ${place + 1}: ${each.flaw.detail}` }, []);
    reasonings.push(each.text);
  }
  const scores = await Promise.all(
    reasonings.map((reasoning, place) =>
      checkReasoning({ inference, model: checker, config }, { query, steps, place, reasoning }),
    ),
  );
  const gain = judgeGain(scores, config);
  if (gain.rejected !== null) return refuse(gain.rejected, scores);
  const mark = {
    version: config.version,
    config_fingerprint: rewriteFingerprint(config),
    model,
    simulated: isSimulatedModel(model),
    checker,
    checker_simulated: isSimulatedModel(checker),
    samples: config.samples,
    seed: config.seed,
  };
  const row = rewrittenRow({ attempt, receipt, reasonings, scores, gain, mark }, estimatedTokens);
  const { rendered } = row.tokens;
  if (rendered > FILTER_CONFIG.maximumTokens) {
    return refuse({ reason: 'TOO_LONG', detail: `${rendered} tokens with its reasoning` }, scores);
  }
  return { kind: 'accepted', receipt: receipt.hash, row: JSON.stringify(row) };
}
