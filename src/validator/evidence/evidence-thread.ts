import { answerAsyncRequests } from '../../thread/answer-async-requests.ts';
import { EVIDENCE_WORK } from './evidence-work.ts';

/** The name of the work and what it is asked. Both come from `askEvidenceThread`, whose types hold them together. */
export interface EvidenceRequest {
  readonly work: keyof typeof EVIDENCE_WORK;
  readonly question: never;
}

/** Agents decide how long reading their calls takes; heartbeats and other attempts must not wait for it. */
answerAsyncRequests(({ work, question }: EvidenceRequest): Promise<unknown> => EVIDENCE_WORK[work](question));
