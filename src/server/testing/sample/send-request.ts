import { type Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as open } from 'node:http';
import { parseJson } from '../../../json/parse-json.ts';
import { scaled } from '../../../testing/scaled.ts';

export interface Sent {
  readonly method?: string;
  /** As in the request line, sent unchanged. */
  readonly target: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | string;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** `undefined` if the body is not JSON. */
  readonly json: unknown;
}

const TIMEOUT_MILLISECONDS = scaled(20_000);

/** One request over real HTTP, sent without changes or additions; fails after a timeout. */
export async function sendRequest(url: string, sent: Sent, agent?: Agent): Promise<Answered> {
  const { method = 'GET', target, headers = {}, body } = sent;
  const { hostname, port } = new URL(url);
  return await new Promise<Answered>((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = open({ hostname, port, method, path: target, headers: { ...length, ...headers }, agent });
    const late = setTimeout(
      () => request.destroy(new Error(`no answer to ${method} ${target.slice(0, 200)}`)),
      TIMEOUT_MILLISECONDS,
    );
    request.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        clearTimeout(late);
        resolve(answeredOf(response.statusCode!, response.headers, Buffer.concat(chunks)));
      });
    });
    request.end(body);
  });
}

function answeredOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answered {
  const text = bytes.toString('utf8');
  const parsed = text === '' ? undefined : parseJson(text);
  return { status, headers, bytes, text, json: parsed?.ok ? parsed.value : undefined };
}
