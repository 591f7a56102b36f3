import type { Judgement } from './verdict.ts';

/** The judgement of an attempt that was not judged. It counts neither for nor against an agent. */
export const UNJUDGED: Judgement = {
  judge: 'none',
  judge_version: 0,
  models: [],
  quality: null,
  failed_gate: null,
  explanation: 'The attempt was sealed without a judgement.',
  evidence: [],
};
