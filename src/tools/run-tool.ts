import type { MarketView } from './market-view.ts';
import { SEVEN_TOOLS } from './shopping-tools.ts';
import type { Tool } from './tool.ts';

/**
 * Runs a call as a model wrote it. An unknown tool is returned to the model as an error, like every other mistake in a
 * call.
 */
export async function runTool(
  name: string,
  parameters: unknown,
  market: MarketView,
  tools: readonly Tool[] = SEVEN_TOOLS,
): Promise<unknown> {
  const tool = tools.find((each) => each.name === name);
  if (tool !== undefined) return await tool.run(parameters, market);
  return { error: `There is no tool "${name.slice(0, 60)}"; there are ${tools.map((each) => each.name).join(', ')}.` };
}

export function isToolError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && Object.hasOwn(result, 'error');
}
