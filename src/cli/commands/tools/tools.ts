import { Command } from 'commander';
import { toolsMcpCommand } from './mcp.ts';
import { toolsSchemaCommand } from './schema.ts';

export function toolsCommand(): Command {
  return new Command('tools')
    .description('the shopping tools of agents: print their schemas, offer them to other programs')
    .helpCommand(false)
    .addCommand(toolsSchemaCommand())
    .addCommand(toolsMcpCommand());
}
