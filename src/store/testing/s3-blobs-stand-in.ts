import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const CREDENTIAL =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
const LARGEST_SKEW_MILLISECONDS = 15 * 60 * 1000;

export type S3Failure = 'hang up' | 'break off' | { readonly status: number; readonly code: string };

/**
 * Object storage for tests, in place of an external service: it keeps objects in memory and, like the real one, answers
 * only requests whose signature matches the one it computes from the bytes it received.
 */
export class S3StandIn {
  readonly accessKeyId = 'AKIDSTANDIN';
  readonly secretAccessKey = 'secret+of/the+stand-in';
  readonly region = 'eu-test-1';
  readonly bucket = 'evidence';
  readonly objects = new Map<string, Buffer>();
  /** Failures for the next requests, one each. */
  readonly troubles: S3Failure[] = [];
  requests = 0;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<S3StandIn> {
    const standIn = new S3StandIn();
    standIn.#server.listen(0, '127.0.0.1');
    await once(standIn.#server, 'listening');
    return standIn;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const trouble = this.troubles.shift();
    if (trouble === 'hang up') request.socket.destroy();
    else if (trouble === 'break off') {
      response.writeHead(200, { 'content-length': 1_000 });
      response.write('the beginning', () => request.socket.destroy());
    } else if (trouble !== undefined) refuse(request, response, trouble.status, trouble.code);
    else this.#serve(request, response, body);
  }

  #serve(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const [, bucket, ...rest] = request.url!.split('/');
    const name = rest.join('/');
    const object = this.objects.get(name);
    const objection = this.#objectionTo(request, body);
    if (objection !== undefined) refuse(request, response, 403, objection);
    else if (bucket !== this.bucket) refuse(request, response, 404, 'NoSuchBucket');
    else if (name === '') response.writeHead(200).end();
    else if (request.method === 'PUT') {
      this.objects.set(name, body);
      response.writeHead(200).end();
    } else if (object === undefined) refuse(request, response, 404, 'NoSuchKey');
    else {
      response.writeHead(200, { 'content-length': object.length });
      response.end(request.method === 'HEAD' ? undefined : object);
    }
  }

  #objectionTo(request: IncomingMessage, body: Buffer): string | undefined {
    const { headers } = request;
    const [, accessKey, day, region, names, signature] = CREDENTIAL.exec(headers.authorization ?? '') ?? [];
    if (accessKey !== this.accessKeyId) return 'InvalidAccessKeyId';
    if (region !== this.region) return 'AuthorizationHeaderMalformed';
    const payload = createHash('sha256').update(body).digest('hex');
    if (headers['x-amz-content-sha256'] !== payload) return 'XAmzContentSHA256Mismatch';
    const timestamp = String(headers['x-amz-date']);
    if (!timestamp.startsWith(day!) || Math.abs(timestampOf(timestamp) - Date.now()) > LARGEST_SKEW_MILLISECONDS) {
      return 'RequestTimeTooSkewed';
    }
    const signed = names!.split(';');
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
    const lines = signed.map((name) => `${name}:${headers[name]}\n`).join('');
    const canonical = `${request.method}\n${request.url}\n\n${lines}\n${names}\n${payload}`;
    const scope = `${day}/${region}/s3/aws4_request`;
    const digest = createHash('sha256').update(canonical).digest('hex');
    const parts = [day!, region!, 's3', 'aws4_request', `AWS4-HMAC-SHA256\n${timestamp}\n${scope}\n${digest}`];
    let expected: Buffer = Buffer.from(`AWS4${this.secretAccessKey}`);
    for (const part of parts) expected = createHmac('sha256', expected).update(part).digest();
    return timingSafeEqual(expected, Buffer.from(signature!, 'hex')) ? undefined : 'SignatureDoesNotMatch';
  }
}

function timestampOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(request.method === 'HEAD' ? undefined : text);
}
