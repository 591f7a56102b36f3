/** Processing of recorded calls, and the thread that does it. */
export { askEvidenceThread } from './evidence/ask-evidence-thread.ts';
export { EVIDENCE_WORK } from './evidence/evidence-work.ts';
