import type { z } from 'zod';
import { Fault } from '../fault/fault.ts';
import type { MarketView } from './market-view.ts';
import { readParameters } from './read-parameters.ts';

/** Returned instead of a result if a tool cannot do what was asked. A model reads it, so it is a whole sentence. */
interface ToolError {
  readonly error: string;
}

/** One tool of an agent, with wire names. */
export interface Tool {
  readonly name: string;
  /** Written for a model: when to use the tool and what it returns. */
  readonly description: string;
  /** One entry per parameter, each described. */
  readonly parameters: z.ZodObject;
  /** Takes arguments as a model wrote them; invalid arguments are returned as a `ToolError`. */
  run(parameters: unknown, market: MarketView): Promise<unknown>;
}

interface Definition<Parameters extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** A fault thrown here becomes a `ToolError`. */
  readonly run: (parameters: z.output<Parameters>, market: MarketView) => unknown;
}

export function defineTool<Parameters extends z.ZodObject>(definition: Definition<Parameters>): Tool {
  const { name, description, parameters } = definition;
  return {
    name,
    description,
    parameters,
    run: async (raw, market) => {
      const read = readParameters(name, parameters, raw);
      if (!read.ok) return { error: read.reason } satisfies ToolError;
      try {
        return await definition.run(read.value, market);
      } catch (error) {
        if (!Fault.isInstance(error)) throw error;
        return { error: [error.message, error.remedy].filter(Boolean).join(' ') } satisfies ToolError;
      }
    },
  };
}
