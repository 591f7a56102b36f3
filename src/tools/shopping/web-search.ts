import { z } from 'zod';
import { text } from '../lenient-values.ts';
import { defineTool } from '../tool.ts';

export const webSearch = defineTool({
  name: 'web_search',
  description:
    'Look up a fact outside the marketplace: people, towns, makers and their product series. Returns up to 5 short articles, best match first, each with title and text. Use it when the user describes a maker or a series without naming it, then search the marketplace with the name.',
  parameters: z.object({
    q: text('the words to look up').describe(
      'What is known about it: names of people and towns, years, things. One question at a time.',
    ),
  }),
  run: async ({ q }, market) => await market.searchWeb!(q),
});
