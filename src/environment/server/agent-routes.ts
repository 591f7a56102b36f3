import { z } from 'zod';
import { shortenObservation } from '../../evaluation/harness.ts';
import { Fault } from '../../fault/fault.ts';
import { IndexMarketView } from '../../tools/index-market-view.ts';
import { openAiTools } from '../../tools/openai-tools.ts';
import { isToolError, runTool } from '../../tools/run-tool.ts';
import { judgeRecommendation } from '../session/judge-recommendation.ts';
import type { ShoppingEnvironment } from '../session/shopping-environment.ts';
import { ENVIRONMENT_NAME, type EnvironmentRoute } from './environment-route.ts';
import { parseRequest } from './parse-request.ts';

/** Routes for agents with the tools token: the market, which contains no answers. */
export const TOOLS_PATH = `/${ENVIRONMENT_NAME}/market_tools`;

/**
 * These two tools end an episode. Agents that use commands have no episode; they write their recommendation to a file.
 */
const OF_EPISODES = ['recommend_product', 'terminate'];

const MAX_RECOMMENDED = 20;

const callSchema = z.object({ tool: z.string().max(200), arguments: z.record(z.string(), z.unknown()).default({}) });
const verdictSchema = z.object({
  problem_id: z.string().max(300),
  product_ids: z.array(z.string().regex(/^[\w-]{1,64}$/)).max(MAX_RECOMMENDED),
});

/** Routes for agents that use commands on a separate machine, such as those that Harbor runs. */
export function agentRoutes(environment: ShoppingEnvironment, hasToken: boolean): readonly EnvironmentRoute[] {
  const { harness, search, web } = environment;
  const tools = harness.tools.filter(({ name }) => !OF_EPISODES.includes(name));
  const schemas = openAiTools(tools.map(({ name }) => name));
  return [
    {
      method: 'GET',
      path: TOOLS_PATH,
      summary: 'Tools that can be called without an episode',
      answer: () => ({ tools: schemas }),
    },
    {
      method: 'POST',
      path: TOOLS_PATH,
      summary: 'Calls one of these tools',
      answer: async ({ body }) => {
        const { tool, arguments: given } = parseRequest(callSchema, body);
        const result = await runTool(tool, given, new IndexMarketView(search, web), tools);
        return {
          result: shortenObservation(JSON.stringify(result), harness.maxObservation),
          valid: !isToolError(result),
        };
      },
    },
    {
      method: 'POST',
      path: `/${ENVIRONMENT_NAME}/verdict`,
      summary: 'Verdict on products that an agent recommends for a problem; needs the token of the server',
      answer: async ({ body }) => {
        requireToken(hasToken);
        const { problem_id, product_ids } = parseRequest(verdictSchema, body);
        if (product_ids.length === 0) return { outcome: 0, score: 0 };
        return await judgeRecommendation(environment, problem_id, product_ids);
      },
    },
  ];
}

/** An agent that could request verdicts would try one product after another. */
function requireToken(hasToken: boolean): void {
  if (hasToken) return;
  throw new Fault('INPUT_INVALID', {
    message: 'This server has no token, so agents could request verdicts themselves. It returns none.',
    remedy: 'Start the server with ASSAY_ENV_TOKEN, and give agents only ASSAY_ENV_TOOLS_TOKEN.',
  });
}
