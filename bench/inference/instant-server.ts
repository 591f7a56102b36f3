/**
 * An HTTP server that immediately answers every request with the same completion; a separate process, so that it has
 * its own core.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const COMPLETION = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'instant',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'The third lamp fits the request and costs least. '.repeat(8) },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 700, completion_tokens: 90, total_tokens: 790 },
});

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(COMPLETION));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
// Ends when the parent process ends.
process.stdin.resume().on('end', () => process.exit());
