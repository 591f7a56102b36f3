import { answerAsyncRequests } from '../../thread/answer-async-requests.ts';
import { type EvidenceQuestion, examineEvidence } from './examine-evidence.ts';

/** Unpacking, hashing and grading megabytes of a validator's evidence must not keep every other caller waiting. */
answerAsyncRequests((question: EvidenceQuestion) => examineEvidence(question));
