import type { CommandTable } from '../../command-table.ts';

export const ARENA_COMMANDS: CommandTable = {
  init: {
    description: 'set up an arena: arena.json, keys, market, problems, local validators with stake',
    example: 'assay arena init --yes --size small --validators 1 --unencrypted',
    load: async () => (await import('./init.ts')).arenaInitCommand(),
  },
};
