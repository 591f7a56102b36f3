import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { MarketView } from './market-view.ts';
import { parametersSchema } from './openai-tools.ts';
import { isToolError, runTool } from './run-tool.ts';
import { SEVEN_TOOLS } from './shopping-tools.ts';
import type { Tool } from './tool.ts';

/**
 * Serves the tools over MCP. Uses the low-level server, because the tools read their arguments themselves, so that an
 * error has the same message here as everywhere else.
 */
export function createMcpServer(market: MarketView, version: string, offered: readonly Tool[] = SEVEN_TOOLS): Server {
  const server = new Server({ name: 'assay', version }, { capabilities: { tools: {} } });
  const tools = offered.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: parametersSchema(tool) as McpTool['inputSchema'],
  }));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const result = await runTool(params.name, params.arguments, market, offered);
    const text = typeof result === 'string' ? result : JSON.stringify(result);
    return { content: [{ type: 'text', text }], isError: isToolError(result) };
  });
  return server;
}
