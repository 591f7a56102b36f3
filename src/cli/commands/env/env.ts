import type { CommandTable } from '../../command-table.ts';

export const ENV_COMMANDS: CommandTable = {
  serve: {
    description:
      'serve episodes with rewards to trainers over OpenEnv or the Open Reward Standard, many sessions at once',
    example: 'assay env serve --port 8790 --max-sessions 1000',
    load: async () => (await import('./serve.ts')).envServeCommand(),
  },
};
