import { randomUUID } from 'node:crypto';
import type { Attempt } from '../../attempt/attempt.ts';
import type { AttemptResult, AttemptStore } from '../../attempt/record/attempt-store.ts';
import { keepCalls } from '../../attempt/record.ts';
import { SAMPLE_OUTCOME, sealSample } from '../../attempt/testing/sample-attempt.ts';
import type { UnchainedCall } from '../../gateway/calls/call-recorder.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { Problem } from '../../problems/problem.ts';
import type { TitleMeasure } from '../../problems/satisfy.ts';
import { gradeAttempt } from '../grade-attempt.ts';
import type { Judgement } from '../verdict.ts';
import { lookupOf, sampleDialogue, sampleSearchCall } from './sample-evidence.ts';

export const SAMPLE_JUDGEMENT: Judgement = {
  judge: 'sample',
  judge_version: 1,
  models: [],
  quality: 0.7,
  failed_gate: 4,
  explanation: 'Gate 4 failed: nothing was weighed.',
  evidence: [{ gate: 1, call: 1, start: 0, end: 4, quote: 'lamp' }],
};

const SAMPLE_IDS = ['lamp', 'other-lamp', 'mat', 'bottle'];

export interface SealedSample {
  readonly problem: Problem;
  readonly productIds: unknown;
  readonly agent?: string;
  /** Ids found by its search; those of the sample products if omitted. */
  readonly found?: readonly string[];
  /** Whether it is sealed with a verdict by the problem's key. */
  readonly graded?: boolean;
  readonly titles?: TitleMeasure;
  readonly result?: Partial<AttemptResult>;
}

/** An attempt for tests by an agent that recommends the given products, recorded and sealed like a real one. */
export async function sealRecommendation(store: AttemptStore, sample: SealedSample): Promise<Attempt> {
  const { problem, productIds, agent = 'agent.py', graded = false, found = SAMPLE_IDS } = sample;
  const dialogue = sampleDialogue(productIds);
  const { sequence: _1, previous: _2, hash: _3, ...search } = sampleSearchCall(found);
  const calls: readonly UnchainedCall[] = [search];
  const products = lookupOf();
  const grader = {
    search: { products: async (ids: readonly string[]) => ids.map(products).filter((each) => each !== undefined) },
    judge: async () => SAMPLE_JUDGEMENT,
    titles: sample.titles,
  };
  const { attempt } = await sealSample(
    store,
    {
      run_id: randomUUID(),
      problem: { problem_id: problem.id, query: problem.query },
      agent: { name: agent, source: Buffer.from(`# ${agent}\n`) },
    },
    {
      outcome: SAMPLE_OUTCOME,
      fault: null,
      dialogue: Buffer.from(canonicalJson(dialogue)),
      ...(graded && {
        read: async (attempted) => {
          const { calls: recorded, summary } = await keepCalls(attempted);
          const grade = async ({ attempt_id, fault }: Attempt) =>
            await gradeAttempt(attempt_id, { problem, dialogue, calls: recorded, fault }, grader);
          return { summary, grade };
        },
      }),
      ...sample.result,
    },
    calls,
  );
  return attempt;
}
