import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from './answer.ts';

const LINGER_MILLISECONDS = 1000;

/**
 * @param reusable false if the request was not read to its end, so that the start of the next one is unknown.
 */
export function sendAnswer(response: ServerResponse, answer: Answer, reusable: boolean): void {
  response.writeHead(answer.status, headersOf(answer, reusable)).end(answer.body);
}

/** Writes an answer by hand to a connection that is not HTTP (any more), then closes it. */
export function writeLastAnswer(socket: Duplex, answer: Answer): void {
  const head = Object.entries(headersOf(answer, false)).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${head.join('')}\r\n${answer.body}`);
  // A client that is still writing must be able to read the answer before its pipe breaks.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
}

function headersOf(answer: Answer, reusable: boolean): Record<string, string | number> {
  return {
    'content-type': answer.contentType ?? 'application/json',
    'content-length': Buffer.byteLength(answer.body),
    ...(answer.retryAfterSeconds !== undefined && { 'retry-after': answer.retryAfterSeconds }),
    ...(!reusable && { connection: 'close' }),
  };
}
