import type { CommandTable } from '../../command-table.ts';

export const JUDGE_COMMANDS: CommandTable = {
  report: {
    description:
      'report how judges agree with each other and with labelled attempts, which attacks they grade too high, and rankings',
    example: 'assay judge report --model some/model --base-url https://api.example.com/v1',
    load: async () => (await import('./report.ts')).judgeReportCommand(),
  },
};
