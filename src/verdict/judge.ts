/** The reasoning judges. */
export type { Agreement, Rate } from './judge/account/agreement.ts';
export {
  type JudgeReport,
  makeJudgeReport,
  type PlayedAttempt,
  type ReportedPanel,
} from './judge/account/judge-report.ts';
export { mostByDecider } from './judge/cap-by-decider.ts';
export { judgeByGates } from './judge/judge-by-gates.ts';
export { JudgePanel } from './judge/judge-panel.ts';
