import { createHmac } from 'node:crypto';
import { sha256 } from './sha256.ts';

export interface SigningKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** `s3` for object storage. */
  readonly service: string;
}

export interface RequestToSign {
  readonly method: string;
  /** As it stands in the request, percent-encoded already. */
  readonly url: URL;
  /** Everything to be vouched for, `host` and `x-amz-date` among them, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly payloadSha256: string;
}

/** The `authorization` header of AWS Signature Version 4. */
export function signRequest(request: RequestToSign, key: SigningKey): string {
  const moment = request.headers['x-amz-date']!;
  const names = Object.keys(request.headers).sort();
  const signedHeaders = names.join(';');
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url),
    ...names.map((name) => `${name}:${request.headers[name]!.trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    request.payloadSha256,
  ].join('\n');
  const scope = `${moment.slice(0, 8)}/${key.region}/${key.service}/aws4_request`;
  const statement = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n');
  const signature = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  return `AWS4-HMAC-SHA256 Credential=${key.accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${Buffer.from(hmac(signature, statement)).toString('hex')}`;
}

/** A moment as AWS writes it: `20150830T123600Z`. */
export function awsMoment(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function canonicalQuery(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.sort().join('&');
}

/** As RFC 3986 does; `encodeURIComponent` leaves a few characters that AWS wants encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
