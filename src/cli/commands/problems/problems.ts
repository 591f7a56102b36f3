import type { CommandTable } from '../../command-table.ts';

export const PROBLEMS_COMMANDS: CommandTable = {
  synth: {
    description: 'generate problems from a market; the same market and seed give the same problems',
    load: async () => (await import('./synth.ts')).problemsSynthCommand(),
  },
  import: {
    description: 'check a problem file (JSON lines or one array) and write the valid problems as JSON lines',
    load: async () => (await import('./import.ts')).problemsImportCommand(),
  },
  clusters: {
    description: 'find problems that are variants of each other, with the reason for every link',
    load: async () => (await import('./clusters.ts')).problemsClustersCommand(),
  },
  split: {
    description: 'split problems into train, dev and held-out so that no leak cluster and no shop crosses',
    load: async () => (await import('./split.ts')).problemsSplitCommand(),
  },
  audit: {
    description: 'prove that sets of problems share no target product, shop or leak cluster; exit code 1 if they do',
    load: async () => (await import('./audit.ts')).problemsAuditCommand(),
  },
  suite: {
    description: 'create and inspect suites: fixed, versioned lists of problems',
    load: async () => (await import('./suite.ts')).problemsSuiteCommand(),
  },
  bank: {
    description: 'manage the hidden bank that races are drawn from',
    load: async () => (await import('./bank.ts')).problemsBankCommand(),
  },
  draw: {
    description: 'draw a race from the bank and commit to it; the list stays secret until it is revealed',
    load: async () => (await import('./draw.ts')).problemsDrawCommand(),
  },
  reveal: {
    description: 'publish the draw of a race with its seed, so that anyone can verify it',
    load: async () => (await import('./reveal.ts')).problemsRevealCommand(),
  },
  'verify-draw': {
    description: 'verify a published draw by hashing and drawing it again; exit code 1 if it does not match',
    load: async () => (await import('./verify-draw.ts')).problemsVerifyDrawCommand(),
  },
  alarms: {
    description: 'list problems that measure nothing: never solved, or solved by every agent',
    load: async () => (await import('./alarms.ts')).problemsAlarmsCommand(),
  },
  dispute: {
    description: 'dispute the answer key of a problem; signed, dated and permanent',
    load: async () => (await import('./dispute.ts')).problemsDisputeCommand(),
  },
  correct: {
    description: 'rescore attempts that were scored with a wrong answer key and show the changes; no agent is run',
    load: async () => (await import('./correct.ts')).problemsCorrectCommand(),
  },
};
