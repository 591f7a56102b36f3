import { z } from 'zod';
import { defineTool } from '../tool.ts';

const ERROR = 'must be "success" or "failure"';

export const terminate = defineTool({
  name: 'terminate',
  description: 'End the conversation. Call it last, after recommend_product.',
  parameters: z.object({
    status: z
      .enum(['success', 'failure'], ERROR)
      .optional()
      .describe('"success" if what was recommended fits the request, "failure" if nothing fitting was found.'),
  }),
  run: ({ status = 'success' }) => `The conversation is over with status: ${status}.`,
});
