import type { CommandTable } from '../../command-table.ts';

export const PROFILE_COMMANDS: CommandTable = {
  show: {
    description: 'show the display name and link of a hotkey',
    example: 'assay profile show --wallet alice',
    load: async () => (await import('./show.ts')).profileShowCommand(),
    isDefault: true,
  },
  set: {
    description: 'set the display name, the link or both; an omitted one is kept',
    example: "assay profile set --name 'Team North' --link https://example.org --wallet alice",
    load: async () => (await import('./set.ts')).profileSetCommand(),
  },
  clear: {
    description: 'remove the display name and the link',
    example: 'assay profile clear --wallet alice',
    load: async () => (await import('./set.ts')).profileClearCommand(),
  },
};
