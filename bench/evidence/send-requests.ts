import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { answerAsyncRequests } from '../../src/thread/answer-async-requests.ts';

export interface RequestsToSend {
  readonly socketPath: string;
  readonly path: string;
  readonly body: string;
  readonly count: number;
}

/** The agent's side of a gateway, in its own thread so that it does not count as a stall of the gateway's. */
answerAsyncRequests<RequestsToSend, number>(async ({ socketPath, path, body, count }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let status = 0;
  for (let sent = 0; sent < count; sent++) {
    const asked = request({ socketPath, path, method: body === '' ? 'GET' : 'POST', agent }).end(body);
    const [response] = await once(asked, 'response');
    await once(response.resume(), 'end');
    status = response.statusCode;
  }
  agent.destroy();
  return status;
});
