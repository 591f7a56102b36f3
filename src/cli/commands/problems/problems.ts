import type { CommandTable } from '../../command-table.ts';

export const PROBLEMS_COMMANDS: CommandTable = {
  synth: {
    description: 'generate problems from a market; the same market and seed give the same problems',
    example: 'assay problems synth --count 300 --out problems.jsonl',
    load: async () => (await import('./synth.ts')).problemsSynthCommand(),
  },
  import: {
    description: 'check a problem file (JSON lines or one array) and write the valid problems as JSON lines',
    example: 'assay problems import problems.json --out problems.jsonl --market data/market',
    load: async () => (await import('./import.ts')).problemsImportCommand(),
  },
  export: {
    description: 'write the problems of a suite as tasks for another program; without answers, never held-out ones',
    example: 'assay problems export suites/dev-75 --format harbor --out tasks',
    load: async () => (await import('./export.ts')).problemsExportCommand(),
  },
  stats: {
    description: 'describe a problem file by category: lengths, constraints, wording, what it takes to solve it',
    example: 'assay problems stats problems.jsonl --against product_test.jsonl',
    load: async () => (await import('./stats.ts')).problemsStatsCommand(),
  },
  measure: {
    description: 'measure how hard problems are, with policies without a model and a strong simulated model',
    example: 'assay problems measure problems.jsonl --out measured.jsonl --market data/market',
    load: async () => (await import('./measure.ts')).problemsMeasureCommand(),
  },
  clusters: {
    description: 'find problems that are variants of each other, with the reason for every link',
    example: 'assay problems clusters problems.jsonl',
    load: async () => (await import('./clusters.ts')).problemsClustersCommand(),
  },
  split: {
    description: 'split problems into train, dev and held-out so that no leak cluster or shop is in two splits',
    example: 'assay problems split problems.jsonl --out splits',
    load: async () => (await import('./split.ts')).problemsSplitCommand(),
  },
  audit: {
    description: 'prove that sets of problems share no target product, shop or leak cluster; exit code 1 if they do',
    example: 'assay problems audit splits/train.jsonl splits/heldout.jsonl --market data/market',
    load: async () => (await import('./audit.ts')).problemsAuditCommand(),
  },
  suite: {
    description: 'create and inspect suites: fixed, versioned lists of problems',
    examples: [
      'assay problems suite create dev.jsonl --name dev --suite-version 1 --kind qualifying',
      'assay problems suite list',
      'assay problems suite show dev',
    ],
    load: async () => (await import('./suite.ts')).problemsSuiteCommand(),
  },
  bank: {
    description: 'manage the hidden bank that races are drawn from',
    examples: [
      'assay problems bank add race.jsonl',
      'assay problems bank stats',
      'assay problems bank exposure',
      'assay problems bank retire PROBLEM --why leaked',
      'assay problems bank verify',
    ],
    load: async () => (await import('./bank.ts')).problemsBankCommand(),
  },
  draw: {
    description: 'draw a race from the bank and commit to it; the list stays secret until it is revealed',
    example: 'assay problems draw race-7 --count 90',
    load: async () => (await import('./draw.ts')).problemsDrawCommand(),
  },
  reveal: {
    description: 'publish the draw of a race with its seed, so that anyone can verify it',
    example: 'assay problems reveal race-7 --out race-7.json',
    load: async () => (await import('./reveal.ts')).problemsRevealCommand(),
  },
  'verify-draw': {
    description: 'verify a published draw by hashing and drawing it again; exit code 1 if it does not match',
    example: 'assay problems verify-draw race-7.json --commitment HASH',
    load: async () => (await import('./verify-draw.ts')).problemsVerifyDrawCommand(),
  },
  alarms: {
    description: 'list problems that measure nothing: never solved, or solved by every agent',
    example: 'assay problems alarms results.jsonl',
    load: async () => (await import('./alarms.ts')).problemsAlarmsCommand(),
  },
  dispute: {
    description: 'dispute the answer key of a problem; signed, dated and permanent',
    example: "assay problems dispute PROBLEM --why 'two products match' --problems problems.jsonl",
    load: async () => (await import('./dispute.ts')).problemsDisputeCommand(),
  },
  correct: {
    description: 'rescore attempts that were scored with a wrong answer key and show the changes; no agent is run',
    example: 'assay problems correct corrected.jsonl --problems problems.jsonl --dry-run',
    load: async () => (await import('./correct.ts')).problemsCorrectCommand(),
  },
};
