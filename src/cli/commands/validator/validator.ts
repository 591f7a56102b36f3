import type { CommandTable } from '../../command-table.ts';

export const VALIDATOR_COMMANDS: CommandTable = {
  run: {
    description: 'claim work, run agents in a sandbox, grade, report, set weights',
    example: 'assay validator --arena-url http://127.0.0.1:8788 --wallet northwind',
    load: async () => (await import('./run.ts')).validatorRunCommand(),
    isDefault: true,
  },
  clean: {
    description: 'delete the evidence of old runs; active runs and unsent reports are kept',
    example: 'assay validator clean --keep-days 30 --dry-run',
    load: async () => (await import('./clean.ts')).validatorCleanCommand(),
  },
};
