import { runProgram } from '../../src/cli/run-program.ts';

/** The commands that a machine with a trainer needs: no arena, no sandbox, no wallet. */
process.exitCode = await runProgram(process.argv.slice(2), {
  train: {
    description: 'train a small model on a corpus in stages, measuring each',
    commands: async () => (await import('../../src/cli/commands/train/train.ts')).TRAIN_COMMANDS,
  },
  eval: {
    description: 'measure and compare models, with confidence intervals',
    commands: async () => (await import('../../src/cli/commands/eval/eval.ts')).EVAL_COMMANDS,
  },
});
