import type { ShopWindow } from './shop-window.ts';
import { SEVEN_TOOLS } from './shopping-tools.ts';
import type { Tool } from './tool.ts';

/** Runs a call as a model wrote it. A tool nobody offered is an error to read, like every other mistake in a call. */
export async function runTool(
  name: string,
  parameters: unknown,
  window: ShopWindow,
  tools: readonly Tool[] = SEVEN_TOOLS,
): Promise<unknown> {
  const tool = tools.find((each) => each.name === name);
  if (tool !== undefined) return await tool.run(parameters, window);
  return { error: `There is no tool "${name.slice(0, 60)}"; there are ${tools.map((each) => each.name).join(', ')}.` };
}

export function isToolError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && Object.hasOwn(result, 'error');
}
