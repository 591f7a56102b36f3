/** Read models of runs, the queue and validators. */
export { pendingEvaluations } from './runs/pending-evaluations.ts';
export { runDetail } from './runs/run-detail.ts';
export { runningEvaluations } from './runs/running-evaluations.ts';
export { validators } from './runs/validators.ts';
