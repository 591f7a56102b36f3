import type { CommandTable } from '../../command-table.ts';

export const EVAL_COMMANDS: CommandTable = {
  run: {
    description: 'measure a model on a suite: k sampled episodes and a greedy one per problem; resumable',
    example: 'assay eval run --model house/adept --suite suites/dev-75',
    load: async () => (await import('./run.ts')).evalRunCommand(),
  },
  compare: {
    description: 'test whether two runs differ, paired on the same problems and seeds',
    example: 'assay eval compare data/evaluation/adept data/evaluation/expert',
    load: async () => (await import('./compare.ts')).evalCompareCommand(),
  },
  report: {
    description: 'write one page about runs: table, intervals, paired differences, plots, failures, statistical power',
    example: 'assay eval report data/evaluation/* --out report',
    load: async () => (await import('./report.ts')).evalReportCommand(),
  },
  plan: {
    description: 'check a pre-registration, print its hash and record it in the ledger; doing it twice changes nothing',
    example: 'assay eval plan plan.json',
    load: async () => (await import('./plan.ts')).evalPlanCommand(),
  },
};
