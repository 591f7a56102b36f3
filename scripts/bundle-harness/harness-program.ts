import { runProgram } from '../../src/cli/run-program.ts';

/** The commands for a machine with a trainer: attempts, corpus, training and evaluation; no arena, no wallet. */
process.exitCode = await runProgram(process.argv.slice(2), {
  try: {
    description: 'run an agent locally exactly as a validator would',
    load: async () => (await import('../../src/cli/commands/try/try.ts')).tryCommand(),
  },
  sandbox: {
    description: 'test the sandbox that agents run in',
    commands: async () => (await import('../../src/cli/commands/sandbox/sandbox.ts')).SANDBOX_COMMANDS,
  },
  corpus: {
    description: 'turn attempts into training data',
    commands: async () => (await import('../../src/cli/commands/corpus/corpus.ts')).CORPUS_COMMANDS,
  },
  train: {
    description: 'train a small model on a corpus in stages, and evaluate it after each one',
    commands: async () => (await import('../../src/cli/commands/train/train.ts')).TRAIN_COMMANDS,
  },
  eval: {
    description: 'measure and compare models, with confidence intervals',
    commands: async () => (await import('../../src/cli/commands/eval/eval.ts')).EVAL_COMMANDS,
  },
});
