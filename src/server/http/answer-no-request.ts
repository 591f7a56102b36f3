import type { Socket } from 'node:net';

interface ClientError extends Error {
  readonly code?: string;
}

const REFUSALS: Readonly<Record<string, readonly [status: string, detail: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of this request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** What is no HTTP, or never becomes a request, is told so in the form that every other refusal has. */
export function answerNoRequest(error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const [status, detail] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', 'This is no request in HTTP.'];
  const body = JSON.stringify({ detail, error_code: 'BAD_REQUEST' });
  const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`, () => socket.destroy());
}
