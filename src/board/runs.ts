/** Read models of runs, the queue and validators. */
export { audits } from './runs/audits.ts';
export { pendingEvaluations } from './runs/pending-evaluations.ts';
export { leasedRun, runDetail } from './runs/run-detail.ts';
export { runningEvaluations } from './runs/running-evaluations.ts';
export { trajectoryHistory } from './runs/trajectory-history.ts';
export { validatorAgreement, validatorPage } from './runs/validator-page.ts';
export { validators } from './runs/validators.ts';
