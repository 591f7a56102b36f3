import { z } from 'zod';
import { EIGHT_TOOLS, SEVEN_TOOLS } from './shopping-tools.ts';
import type { Tool } from './tool.ts';

/** A tool in the form used by chat-completions requests. */
export interface OpenAiTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  };
}

/** The tools with these names, in our order; by default the seven. */
export function openAiTools(names: readonly string[] = SEVEN_TOOLS.map((tool) => tool.name)): OpenAiTool[] {
  return EIGHT_TOOLS.filter((tool) => names.includes(tool.name)).map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: parametersSchema(tool) },
  }));
}

/** JSON Schema of a tool's parameters, without unneeded keywords that some providers reject. */
export function parametersSchema(tool: Tool): Readonly<Record<string, unknown>> {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.parameters, {
    io: 'output',
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
    },
  });
  return schema;
}
