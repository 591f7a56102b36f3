import type { CommandTable } from '../../command-table.ts';

export const RACE_COMMANDS: CommandTable = {
  show: {
    description: 'show the current race or the open window; with a number or id, that race',
    example: 'assay race --history',
    load: async () => (await import('./show.ts')).raceShowCommand(),
    isDefault: true,
  },
  pin: {
    description: 'race with this version instead of your best-scoring one',
    example: 'assay race pin VERSION --wallet alice',
    load: async () => (await import('./pin.ts')).racePinCommand(),
  },
  unpin: {
    description: 'race with your best-scoring version again',
    example: 'assay race unpin --wallet alice',
    load: async () => (await import('./pin.ts')).raceUnpinCommand(),
  },
  replay: {
    description: 'show who would have won a past race under another policy; the official result is unchanged',
    example: 'assay race replay 7 --policy agency --corpus corpus/day-1',
    load: async () => (await import('./replay.ts')).raceReplayCommand(),
  },
};
