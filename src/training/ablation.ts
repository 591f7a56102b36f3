/** Ablation arms. */
export { ARMS, type Arm } from './ablation/ablation-arm.ts';
export { armResults } from './ablation/arm-results.ts';
export { type AblationRows, buildAblationRows } from './ablation/build-ablation-rows.ts';
export { readSuccesses } from './ablation/read-successes.ts';
