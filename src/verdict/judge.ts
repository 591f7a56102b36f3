/** The reasoning judges. */

export { capQuality, capWords, knownCap, mostByDecider } from './judge/cap-by-decider.ts';
export { judgeByGates } from './judge/judge-by-gates.ts';
export { JudgePanel } from './judge/judge-panel.ts';
export type { Agreement, Rate } from './judge/judge-report/agreement.ts';
export {
  type JudgeReport,
  makeJudgeReport,
  type PlayedAttempt,
  type ReportedPanel,
} from './judge/judge-report/judge-report.ts';
