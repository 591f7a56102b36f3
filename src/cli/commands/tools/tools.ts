import type { CommandTable } from '../../command-table.ts';

export const TOOLS_COMMANDS: CommandTable = {
  schema: {
    description: 'print the tools in the form of a chat-completions request',
    load: async () => (await import('./schema.ts')).toolsSchemaCommand(),
  },
  mcp: {
    description: 'serve the seven tools over MCP on standard input and output',
    load: async () => (await import('./mcp.ts')).toolsMcpCommand(),
  },
};
