/** Ablation arms. */
export { ARMS, type Arm, FORMAT } from './ablation/ablation-arm.ts';
export { MEASURES, type MeasuredArm } from './ablation/arm-rates.ts';
export { type ArmPart, type ArmResults, armResults, type Rate } from './ablation/arm-results.ts';
export { armsPlot } from './ablation/arms-plot.ts';
export { type AblationRows, buildAblationRows } from './ablation/build-ablation-rows.ts';
export { readArms } from './ablation/read-arms.ts';
export { readQuestions } from './ablation/read-questions.ts';
export { readSuccesses } from './ablation/read-successes.ts';
