import type { CommandTable } from '../../command-table.ts';

export const MODEL_COMMANDS: CommandTable = {
  get: {
    description: 'fetch a model file set, check it against pinned hashes and store it',
    example: 'assay model get all-minilm-l6-v2',
    load: async () => (await import('./get.ts')).modelGetCommand(),
  },
};
