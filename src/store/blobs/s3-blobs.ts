import { AwsV4Signer } from 'aws4fetch';
import { Fault } from '../../fault/fault.ts';
import { readBody } from '../../net/read-body.ts';
import { retry } from '../../net/retry.ts';
import { sha256 as hashOf } from '../sha256.ts';
import { type BlobReference, type Blobs, type FoundBlob, MAX_BLOB_BYTES } from './blobs.ts';
import { type S3Answer, s3Fault } from './s3-blobs-fault.ts';

export interface S3BlobsOptions {
  /** For example `https://s3.eu-central-1.amazonaws.com` or `http://localhost:9000`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Prefix of every object name, so that a bucket can be shared: `arena/`. */
  readonly prefix?: string;
  readonly now?: () => number;
}

const MOST_ATTEMPTS = 4;
const BACKOFF = { first: 100, jitter: [0.5, 1.5] } as const;
const TIMEOUT_MILLISECONDS = 30_000;
/** Speed that even a slow connection reaches. */
const SLOWEST_BYTES_PER_MILLISECOND = 100;
const LONGEST_COMPLAINT_BYTES = 4_096;
/** The service has a problem or throttles; the same request may succeed shortly. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

interface Request {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  /** Path after the bucket; empty for the bucket itself. */
  readonly name: string;
  readonly body?: Uint8Array;
  /** How much of the response to read. */
  readonly maxBytes: number;
}

/** Blobs as objects of an S3-compatible service, named as `FileBlobs` names its files and addressed by path. */
export class S3Blobs implements Blobs {
  readonly #options: S3BlobsOptions;
  readonly #base: string;
  readonly #place: string;
  /** Signing keys derived per day, cached by the signer. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  #bucketFound = false;

  constructor(options: S3BlobsOptions) {
    this.#options = options;
    const endpoint = URL.parse(options.endpoint);
    if (endpoint === null || !/^https?:$/.test(endpoint.protocol) || endpoint.username !== '') {
      throw unusable('The endpoint of the object storage is not an http or https address.');
    }
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(options.bucket))
      throw unusable('The bucket has an impossible name.');
    if (!/^([\w-]+\/)*$/.test(options.prefix ?? '')) {
      throw unusable('The prefix consists of letters, digits, - and _, and ends with /.');
    }
    this.#base = `${endpoint.origin}${endpoint.pathname.replace(/\/$/, '')}/${options.bucket}`;
    this.#place = `bucket ${options.bucket} at ${endpoint.host}`;
  }

  /** Uploads even if the blob exists: checking that the stored copy is undamaged would cost as much. */
  async put(bytes: Uint8Array): Promise<BlobReference> {
    if (bytes.length > MAX_BLOB_BYTES) {
      throw new Fault('LIMIT_EXCEEDED', {
        message: `${bytes.length} bytes are too many for one blob; the maximum is ${MAX_BLOB_BYTES}.`,
        remedy: 'Lower the limits of the attempt.',
      });
    }
    const sha256 = hashOf(bytes);
    const doing = `writing blob ${sha256}`;
    const answer = await this.#send({ method: 'PUT', name: this.#name(sha256), body: bytes, maxBytes: 0 }, doing);
    if (answer.status !== 200) throw s3Fault(answer, this.#place, doing);
    return { sha256, bytes: bytes.length };
  }

  async get(sha256: string, maxBytes = MAX_BLOB_BYTES): Promise<Uint8Array> {
    const found = await this.inspect(sha256, maxBytes);
    if (found === undefined) throw corrupt(sha256, `is missing: there is no ${this.#name(sha256)} in ${this.#place}`);
    if (found.size > maxBytes) throw corrupt(sha256, `has ${found.size} bytes where at most ${maxBytes} are allowed`);
    const actual = hashOf(found.bytes);
    if (actual !== sha256) {
      throw corrupt(sha256, `was changed: the bytes in ${this.#place} hash to ${actual}`);
    }
    return found.bytes;
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== undefined;
  }

  async size(sha256: string): Promise<number | undefined> {
    const answer = await this.#find('HEAD', sha256, 0);
    return answer?.size;
  }

  async inspect(sha256: string, maxBytes: number): Promise<FoundBlob | undefined> {
    const answer = await this.#find('GET', sha256, maxBytes);
    return answer === undefined ? undefined : { size: answer.size, bytes: answer.bytes.subarray(0, maxBytes) };
  }

  placeOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('a blob is named by 64 hexadecimal digits');
    return `${sha256.slice(0, 2)}/${sha256.slice(2)}`;
  }

  #name(sha256: string): string {
    return `/${this.#options.prefix ?? ''}${this.placeOf(sha256)}`;
  }

  async #find(method: 'GET' | 'HEAD', sha256: string, maxBytes: number): Promise<S3Answer | undefined> {
    const doing = `reading blob ${sha256}`;
    const answer = await this.#send({ method, name: this.#name(sha256), maxBytes }, doing);
    if (answer.status === 200) return answer;
    if (answer.status !== 404) throw s3Fault(answer, this.#place, doing);
    await this.#findBucket(doing);
    return undefined;
  }

  /** A missing bucket also answers 404 for every blob, but then no blob is missing: the options are wrong. */
  async #findBucket(doing: string): Promise<void> {
    if (this.#bucketFound) return;
    const answer = await this.#send({ method: 'HEAD', name: '', maxBytes: 0 }, doing);
    if (answer.status === 404) throw s3Fault({ ...answer, complaint: 'NoSuchBucket' }, this.#place, doing);
    this.#bucketFound = true;
  }

  async #send(request: Request, doing: string): Promise<S3Answer> {
    // Signed again for each attempt: a signature is valid only for minutes.
    const attempt = async (): Promise<S3Answer> => exchange(await this.#sign(request), request.maxBytes);
    try {
      return await retry(attempt, {
        attempts: MOST_ATTEMPTS,
        backoff: BACKOFF,
        isRetryable: () => true,
        isRetryableValue: ({ status }) => PASSING.has(status),
      });
    } catch (error) {
      throw s3Fault(error, this.#place, doing);
    }
  }

  async #sign({ method, name, body, maxBytes }: Request): Promise<SignedRequest> {
    const { region, accessKeyId, secretAccessKey, now = Date.now } = this.#options;
    const signer = new AwsV4Signer({
      method,
      url: `${this.#base}${name}`,
      headers: { 'x-amz-content-sha256': hashOf(body ?? '') },
      datetime: awsTimestamp(now()),
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.#signingKeys,
    });
    const { url, headers } = await signer.sign();
    // Set after signing: a proxy may change it.
    headers.set('accept-encoding', 'identity');
    const largest = Math.max(body?.length ?? 0, Math.min(maxBytes, MAX_BLOB_BYTES));
    const timeout = TIMEOUT_MILLISECONDS + Math.ceil(largest / SLOWEST_BYTES_PER_MILLISECOND);
    const content = body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> };
    return { url, timeout, init: { method, headers, ...content } };
  }
}

interface SignedRequest {
  readonly url: URL;
  readonly timeout: number;
  readonly init: RequestInit;
}

async function exchange({ url, timeout, init }: SignedRequest, maxBytes: number): Promise<S3Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeout) });
  const { ok, status, headers } = response;
  const limit = ok ? maxBytes : LONGEST_COMPLAINT_BYTES;
  const read = await readBody(response, limit);
  const bytes = read.ok ? read.bytes : read.head;
  const complaint = ok ? undefined : /<Code>(\w{1,64})<\/Code>/.exec(Buffer.from(bytes).toString())?.[1];
  return {
    status,
    size: Number(headers.get('content-length') ?? (read.ok ? bytes.length : limit + 1)),
    bytes,
    complaint,
  };
}

/** Timestamp in AWS format: `20150830T123600Z`. */
function awsTimestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/[-:]|\.\d{3}/g, '');
}

function corrupt(sha256: string, what: string): Fault {
  return new Fault('EVIDENCE_CORRUPT', {
    message: `Blob ${sha256} ${what}.`,
    remedy: 'Restore it from a backup. Until then, nothing that refers to it can be verified.',
  });
}

function unusable(message: string): Fault {
  return new Fault('USAGE', { message, remedy: 'Correct the options of the object storage.' });
}
