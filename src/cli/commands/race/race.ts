import type { CommandTable } from '../../command-table.ts';

export const RACE_COMMANDS: CommandTable = {
  show: {
    description: 'show the current race or the open window; with a number or id, that race',
    load: async () => (await import('./show.ts')).raceShowCommand(),
    isDefault: true,
  },
  pin: {
    description: 'race with this version instead of your best-scoring one',
    load: async () => (await import('./pin.ts')).racePinCommand(),
  },
  unpin: {
    description: 'race with your best-scoring version again',
    load: async () => (await import('./pin.ts')).raceUnpinCommand(),
  },
  replay: {
    description: 'show who would have won a past race under another policy; the official result is unchanged',
    load: async () => (await import('./replay.ts')).raceReplayCommand(),
  },
};
