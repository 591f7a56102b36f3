/** Plans and the ledger of held-out suites. */
export { type EvaluationPlan, type HashedPlan, readPlan } from './sealed/evaluation-plan.ts';
export { heldOutName, shippedHeldOut } from './sealed/known-held-out.ts';
export { recordOpening } from './sealed/open-sealed.ts';
export { changeOpenings, readOpenings } from './sealed/opening-ledger.ts';
