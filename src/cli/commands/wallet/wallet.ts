import type { CommandTable } from '../../command-table.ts';

export const WALLET_COMMANDS: CommandTable = {
  new: {
    description: 'make a hotkey',
    example: 'assay wallet new --wallet alice',
    load: async () => (await import('./new.ts')).walletNewCommand(),
  },
  import: {
    description: 'import a hotkey: a seed, a phrase of words, or a key file of Bittensor or Assay',
    example: 'assay wallet import --file key.json --wallet alice',
    load: async () => (await import('./import.ts')).walletImportCommand(),
  },
  list: {
    description: 'list the hotkeys in the folders of Assay and Bittensor; needs no passphrase',
    example: 'assay wallet list',
    load: async () => (await import('./list.ts')).walletListCommand(),
  },
  sign: {
    description: 'sign a message with a hotkey',
    example: "assay wallet sign 'hello' --wallet alice",
    load: async () => (await import('./sign.ts')).walletSignCommand(),
  },
  verify: {
    description: 'verify a signature, plain or wrapped as browser wallets sign; exit code 1 if it is invalid',
    example: "assay wallet verify ADDRESS SIGNATURE 'hello'",
    load: async () => (await import('./verify.ts')).walletVerifyCommand(),
  },
};
