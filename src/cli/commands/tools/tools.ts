import type { CommandTable } from '../../command-table.ts';

export const TOOLS_COMMANDS: CommandTable = {
  schema: {
    description: 'print the tools in the form of a chat-completions request',
    example: 'assay tools schema --tools 4',
    load: async () => (await import('./schema.ts')).toolsSchemaCommand(),
  },
  mcp: {
    description: 'serve the seven tools over MCP on standard input and output',
    example: 'assay tools mcp --market data/market',
    load: async () => (await import('./mcp.ts')).toolsMcpCommand(),
  },
};
