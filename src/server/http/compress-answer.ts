import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** An answer that fits into one packet is not worth compressing. */
const FEWEST_BYTES = 1_400;
/** Nearly as small as the default of 6 on lists of ids and numbers, in half the time. */
const LEVEL = 4;
const COMPRESSIBLE = /^(application\/json|text\/)/;
const PUBLIC_ROUTES = /^\/(v1\/public\/|openapi\.json$|metrics$)/;

/** A cached answer is the same buffer in every response, so it is compressed once. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * Compresses answers that are the same for every caller. Answers to authenticated callers are not compressed: they can
 * contain a secret next to text chosen by another person, and then the compressed length leaks information about the
 * secret.
 */
export async function compressAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isPublic = request.caller === undefined && PUBLIC_ROUTES.test(request.routeOptions.url ?? '');
  if (request.method !== 'GET' || !isPublic || !isText(payload)) return payload;
  if (!COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return payload;
  reply.header('vary', 'accept-encoding');
  if (reply.statusCode !== 200 || Buffer.byteLength(payload) < FEWEST_BYTES) return payload;
  if (!acceptsGzip(request.headers['accept-encoding'])) return payload;
  const tag = reply.getHeader('etag');
  // Different bytes must not have the same strong tag; a weak tag works as well for revalidation.
  if (typeof tag === 'string' && !tag.startsWith('W/')) reply.header('etag', `W/${tag}`);
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return typeof payload === 'string' ? await compress(payload, { level: LEVEL }) : await compressOnce(payload);
}

function isText(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

async function compressOnce(body: Buffer): Promise<Buffer> {
  const known = compressed.get(body);
  if (known !== undefined) return await known;
  const made = compress(body, { level: LEVEL });
  compressed.set(body, made);
  return await made;
}

/** `gzip;q=0` refuses it, and `*` matches every coding that is not named. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const codings = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { name, isWanted: weight === undefined || Number(weight) > 0 };
    });
  const found = codings.find(({ name }) => name === 'gzip') ?? codings.find(({ name }) => name === '*');
  return found?.isWanted ?? false;
}
