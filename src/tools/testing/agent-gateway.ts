import fastify from 'fastify';
import type { WebSearch } from '../../market/encyclopaedia.ts';
import type { Search } from '../../market/search.ts';
import { createMarketServer } from '../../market/serve-market.ts';

/** The parts of a model request that a scripted model uses. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly tools?: readonly unknown[];
}

export interface ChatReply {
  readonly content?: string;
  readonly tool_calls?: readonly { readonly name: string; readonly parameters: object }[];
  /** An HTTP failure instead of an answer. */
  readonly status?: number;
}

export interface AgentGateway {
  readonly url: string;
  /** Paths with their query, in request order. */
  readonly requests: string[];
  readonly authorizations: (string | undefined)[];
  close(): Promise<void>;
}

/** The gateway that agents and tools use inside a sandbox, on a local port: search, and a model that is a function. */
export async function openAgentGateway(
  search: Search,
  chat: (request: ChatRequest) => ChatReply | Promise<ChatReply> = () => ({ status: 503 }),
  web?: WebSearch,
): Promise<AgentGateway> {
  const market = createMarketServer({ search, products: 0 });
  const server = fastify({ forceCloseConnections: true });
  const requests: string[] = [];
  const authorizations: (string | undefined)[] = [];
  server.addHook('onRequest', async (request) => {
    requests.push(request.url);
    authorizations.push(request.headers.authorization);
  });
  server.get('/search/web_search', async (request, reply) => {
    if (web === undefined) return reply.code(403).send({ error: 'forbidden' });
    return web.search((request.query as { q: string }).q);
  });
  server.get('/search/*', async (request, reply) => {
    const answer = await market.inject(request.url.slice('/search'.length));
    return reply.code(answer.statusCode).type('application/json').send(answer.body);
  });
  server.post('/inference/chat/completions', async (request, reply) => {
    const { status = 200, content = '', tool_calls = [] } = await chat(request.body as ChatRequest);
    const message = {
      role: 'assistant',
      content,
      tool_calls: tool_calls.map(({ name, parameters }, place) => ({
        id: `call-${requests.length}-${place}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(parameters) },
      })),
    };
    return reply.code(status).send({ choices: [{ index: 0, message }], usage: { completion_tokens: 50 } });
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    requests,
    authorizations,
    close: async () => {
      await server.close();
      await market.close();
    },
  };
}
