import { runProgram } from '../../src/cli/run-program.ts';

/** What one needs beside a trainer, and no more: no arena, no sandbox, no wallet. */
process.exitCode = await runProgram(process.argv.slice(2), {
  train: async () => (await import('../../src/cli/commands/train/train.ts')).trainCommand(),
  eval: async () => (await import('../../src/cli/commands/eval/eval.ts')).evalCommand(),
});
