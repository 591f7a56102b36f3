import { answerAsyncRequests } from '../../thread/answer-async-requests.ts';
import { EVIDENCE_WORK } from './evidence-work.ts';

/** Name and argument of the work. Both come from `askEvidenceThread`, whose types keep them consistent. */
export interface EvidenceRequest {
  readonly work: keyof typeof EVIDENCE_WORK;
  readonly question: never;
}

/** Agents determine how long reading their calls takes; heartbeats and other attempts must not wait for it. */
answerAsyncRequests(({ work, question }: EvidenceRequest): Promise<unknown> => EVIDENCE_WORK[work](question));
