import { answerAsyncRequests } from '../../thread/answer-async-requests.ts';
import { type EvidenceQuestion, examineEvidence } from './examine-evidence.ts';
import { MarketForAudits } from './market-for-audits.ts';

const market = new MarketForAudits();

/**
 * A thread, because unpacking, hashing and grading megabytes of a validator's evidence must not block other requests.
 */
answerAsyncRequests((question: EvidenceQuestion) => examineEvidence(question, (path) => market.at(path)));
