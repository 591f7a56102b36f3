import type { CommandTable } from '../../command-table.ts';

export const CORPUS_COMMANDS: CommandTable = {
  filter: {
    description: 'keep the attempts a model may learn from, and give a reason for every rejected one',
    examples: [
      'assay corpus filter data --out corpus/day-1',
      'assay corpus filter --data data/arena --out corpus/arena',
      'assay corpus filter logs/run.eval --out corpus/logs',
    ],
    load: async () => (await import('./filter.ts')).corpusFilterCommand(),
  },
  moves: {
    description: 'list attempts whose result differs between two runs of `corpus filter`',
    example: 'assay corpus moves corpus/day-1 corpus/day-1b',
    load: async () => (await import('./moves.ts')).corpusMovesCommand(),
  },
  audit: {
    description:
      'measure how well the filter distinguishes agentic from scripted attempts, on agents whose source is known',
    example: 'assay corpus audit --limit 5',
    load: async () => (await import('./audit.ts')).corpusAuditCommand(),
  },
  rewrite: {
    description: 'have a model write reasoning for scripted successes, and keep what predicts their real calls',
    example: 'assay corpus rewrite data --out corpus/rewritten --model house/expert',
    load: async () => (await import('./rewrite.ts')).corpusRewriteCommand(),
  },
  build: {
    description: 'split a filtered corpus by leak cluster, audit it, and write a release with its card',
    example: 'assay corpus build corpus/day-1 --out releases/day-1 --problems problems.jsonl',
    load: async () => (await import('./build.ts')).corpusBuildCommand(),
  },
  withdraw: {
    description: 'keep attempts of your agents out of every later release of an arena’s corpus; cannot be undone',
    example: 'assay corpus withdraw VERSION --wallet miner',
    load: async () => (await import('./withdraw.ts')).corpusWithdrawCommand(),
  },
  export: {
    description:
      'write a release in the format of another trainer and count what the format loses; exit code 1 if text changes',
    example: 'assay corpus export releases/day-1 --format atif --out export',
    load: async () => (await import('./export.ts')).corpusExportCommand(),
  },
};
