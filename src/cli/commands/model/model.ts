import type { CommandTable } from '../../command-table.ts';

export const MODEL_COMMANDS: CommandTable = {
  get: {
    description: 'fetch a model from the catalogue, check it against pinned hashes and store it',
    example: 'assay model get qwen2.5-coder-0.5b',
    load: async () => (await import('./get.ts')).modelGetCommand(),
  },
  add: {
    description: 'register a GGUF file as local/NAME',
    example: 'assay model add tiny --gguf ~/Downloads/tiny.gguf',
    load: async () => (await import('./add.ts')).modelAddCommand(),
  },
  list: {
    description: 'list registered models and the catalogue',
    example: 'assay model list',
    load: async () => (await import('./list.ts')).modelListCommand(),
  },
  remove: {
    description: 'remove a registered model',
    example: 'assay model remove tiny',
    load: async () => (await import('./remove.ts')).modelRemoveCommand(),
  },
  'install-engine': {
    description: 'install llama.cpp for local models',
    example: 'assay model install-engine',
    load: async () => (await import('./install-engine.ts')).modelInstallEngineCommand(),
  },
};
