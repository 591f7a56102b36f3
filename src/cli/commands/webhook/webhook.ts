import type { CommandTable } from '../../command-table.ts';

export const WEBHOOK_COMMANDS: CommandTable = {
  list: {
    description: 'list your webhooks with their newest deliveries',
    example: 'assay webhook list --wallet alice',
    load: async () => (await import('./list.ts')).webhookListCommand(),
    isDefault: true,
  },
  add: {
    description: 'register a URL for notifications; prints the signing secret, once',
    example: 'assay webhook add https://example.org/assay --events run_finished,qualified --wallet alice',
    load: async () => (await import('./add.ts')).webhookAddCommand(),
  },
  remove: {
    description: 'remove a webhook',
    example: 'assay webhook remove ID --wallet alice',
    load: async () => (await import('./remove.ts')).webhookRemoveCommand(),
  },
  test: {
    description: 'send a signed test to a webhook and show the response',
    example: 'assay webhook test ID --wallet alice',
    load: async () => (await import('./test.ts')).webhookTestCommand(),
  },
};
