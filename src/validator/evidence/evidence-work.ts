import { type Followed, readCalls, readFollow } from '../../agency/follow.ts';
import { type AttemptAgencyEvidence, readAgencyEvidence } from '../../agency/version-agency.ts';
import {
  AttemptStore,
  type CallSummary,
  keepCalls,
  type RecordedAttempt,
  readRecordedCalls,
} from '../../attempt/record.ts';
import { type RefusedModelCalls, refusedModelCalls } from '../../attempt/refused-models.ts';
import { verifyAttempt } from '../../attempt/verify-attempt.ts';
import type { Call } from '../../gateway/calls.ts';
import { type EarlierCall, earlierCalls } from '../../gateway/earlier-answers.ts';
import { type Examination, type ExaminedCalls, examineCalls } from '../../verdict/examine-calls.ts';
import { type CertifiedAttempt, certifyAttempt } from './certify-attempt.ts';
import { packEvidence, type SignedParts } from './pack-evidence.ts';

/** Location of a sealed attempt in a data folder. */
export interface SealedAttemptLocation {
  readonly data: string;
  readonly attemptId: string;
}

export interface KeptCalls {
  readonly summary: CallSummary;
  readonly refusedModels: readonly RefusedModelCalls[];
  /** `null` where no verdict was requested. */
  readonly examined: ExaminedCalls | null;
}

/**
 * Everything a validator does with the recorded calls of an attempt. An agent determines their size, up to the limit on
 * evidence, and reading large ones takes seconds; so this runs in a thread (`ask-evidence-thread.ts`). Requests and
 * responses are small: the calls stay in the thread.
 */
export const EVIDENCE_WORK = {
  /** Reads the calls of a finished attempt, stores them as a blob and examines them for its verdict. */
  keepCalls: async (question: {
    readonly recorded: RecordedAttempt;
    readonly examination: Examination | null;
  }): Promise<KeptCalls> => {
    const { calls, summary } = await keepCalls(question.recorded);
    const { examination } = question;
    return {
      summary,
      refusedModels: refusedModelCalls(calls),
      examined: examination && examineCalls(calls, examination),
    };
  },

  /** Number of calls that an interrupted attempt has recorded. */
  countCalls: async ({ working }: Pick<RecordedAttempt, 'working'>): Promise<number> =>
    readRecordedCalls(working).calls.length,

  certify: async ({
    data,
    attemptId,
    runId,
  }: SealedAttemptLocation & { readonly runId: string }): Promise<CertifiedAttempt> =>
    await certifyAttempt(new AttemptStore(data), runId, attemptId),

  /** The evidence to upload, with every call. */
  packEvidence: async ({ signed, ...place }: SealedAttemptLocation & { readonly signed: SignedParts }) =>
    await packEvidence(signed, await callsOf(place)),

  /** The model calls of an attempt, for the attempt that repeats it. */
  earlierCalls: async (place: SealedAttemptLocation): Promise<readonly EarlierCall[]> =>
    earlierCalls(place.attemptId, await callsOf(place)),

  /** What a probe attempt shows about who decides. */
  readFollow: async ({
    recommended,
    ...place
  }: SealedAttemptLocation & { readonly recommended: readonly string[] }): Promise<readonly Followed[]> =>
    readFollow(readCalls(await callsOf(place)), recommended),

  /** What a scored attempt shows about who decides. */
  readAgency: async ({
    query,
    recommended,
    ...place
  }: SealedAttemptLocation & {
    readonly query: string;
    readonly recommended: readonly string[];
  }): Promise<AttemptAgencyEvidence> => readAgencyEvidence(readCalls(await callsOf(place)), query, recommended),
};

async function callsOf({ data, attemptId }: SealedAttemptLocation): Promise<readonly Call[]> {
  return (await verifyAttempt(new AttemptStore(data), attemptId)).calls;
}
