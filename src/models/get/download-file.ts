import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import { BodyTooLarge, boundedChunks } from '../../net/read-body.ts';
import { retry } from '../../net/retry.ts';
import { makeFolder, storageFault, systemErrorCode } from '../../store/files.ts';

export interface DownloadOptions {
  readonly maxBytes: number;
  /** Called with the number of bytes on disk so far. */
  readonly onBytes?: ((received: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly firstDelayMilliseconds?: number | undefined;
}

/**
 * A download without data for this long is aborted. There is no limit on the total time, because connections differ too
 * much.
 */
const SILENCE_MILLISECONDS = 60_000;
const ATTEMPTS = 3;

/**
 * Downloads a URL into a file and continues where the file ends, whether from an earlier try or an earlier command. The
 * caller checks the hash. Retries outages. Follows redirects, because no key is sent.
 */
export async function downloadFile(url: string, path: string, options: DownloadOptions): Promise<void> {
  await retry(() => once(url, path, options), {
    attempts: ATTEMPTS,
    backoff: { first: options.firstDelayMilliseconds ?? 1_000, jitter: [0.5, 1] },
    isRetryable: (error) => error instanceof Outage,
    signal: options.signal,
  }).catch((error: unknown) => {
    throw error instanceof Outage ? notReached(url, error.message) : error;
  });
}

class Outage extends Error {}

async function once(url: string, path: string, { maxBytes, onBytes, signal }: DownloadOptions): Promise<void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  const kept = await sizeOf(path);
  if (kept === maxBytes) return clearTimeout(timer);
  try {
    const response = await fetch(url, {
      headers: kept > 0 ? { range: `bytes=${kept}-` } : {},
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    });
    if (response.status >= 500 || response.status === 429) throw new Outage(`it answered ${response.status}`);
    if (response.status === 416) {
      await rm(path, { force: true });
      throw new Outage('the part downloaded earlier does not match');
    }
    const begin = beginOf(response, kept);
    if (begin === undefined) throw notReached(url, `it answered ${response.status}`);
    await append(response, path, begin, { maxBytes, timer, onBytes });
  } catch (error) {
    signal?.throwIfAborted();
    if (Fault.isInstance(error) || error instanceof Outage) throw error;
    if (error instanceof BodyTooLarge) {
      await rm(path, { force: true });
      throw notReached(url, `it is longer than ${maxBytes} bytes`);
    }
    if (silence.signal.aborted) throw new Outage(`no data for ${SILENCE_MILLISECONDS / 1000} s`);
    if (DISK_ERRORS.has(systemErrorCode(error) ?? '')) throw storageFault(error, `writing ${path}`);
    throw new Outage(deepestMessage(error));
  } finally {
    clearTimeout(timer);
  }
}

/** Where the body belongs in the file. A server that ignores ranges sends everything again. */
function beginOf(response: Response, kept: number): number | undefined {
  if (response.status === 200) return 0;
  if (response.status !== 206) return undefined;
  const begin = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
  return begin !== undefined && Number(begin) <= kept ? Number(begin) : undefined;
}

interface Appending extends Pick<DownloadOptions, 'maxBytes' | 'onBytes'> {
  readonly timer: NodeJS.Timeout;
}

async function append(response: Response, path: string, begin: number, options: Appending): Promise<void> {
  makeFolder(dirname(path));
  const file = await open(path, begin === 0 ? 'w' : 'r+');
  try {
    let at = begin;
    for await (const chunk of boundedChunks(response, options.maxBytes - begin)) {
      options.timer.refresh();
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      options.onBytes?.(at);
    }
    await file.truncate(at);
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

const DISK_ERRORS: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'EISDIR',
  'EFBIG',
]);

function notReached(url: string, why: string): Fault {
  return new Fault('DOWNLOAD_FAILED', {
    message: `${url} could not be downloaded: ${why}.`,
    remedy: 'Check the network, name a mirror with --hub or --maven, or give a downloaded file with --from.',
  });
}

function deepestMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
