import { Fault } from '../../fault/fault.ts';
import { CollectedBytes } from '../../net/collected-bytes.ts';
import { BodyTooLarge, boundedChunks } from '../../net/read-body.ts';
import { retry } from '../../net/retry.ts';

export interface DownloadOptions {
  readonly maxBytes: number;
  /** Called with the number of bytes received so far. */
  readonly onBytes?: ((received: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly firstDelayMilliseconds?: number | undefined;
}

/** Without a byte for this long, a download is given up. There is no limit for the whole: lines differ too much. */
const SILENCE_MILLISECONDS = 60_000;
const ATTEMPTS = 3;

/** The bytes at an address. Retries outages; follows redirects, because content is checked by hash and no key is sent. */
export async function download(url: string, options: DownloadOptions): Promise<Uint8Array> {
  return await retry(() => once(url, options), {
    attempts: ATTEMPTS,
    backoff: { first: options.firstDelayMilliseconds ?? 1_000, jitter: [0.5, 1] },
    isRetryable: (error) => error instanceof Outage,
    signal: options.signal,
  }).catch((error: unknown) => {
    throw error instanceof Outage ? notReached(url, error.message) : error;
  });
}

class Outage extends Error {}

async function once(url: string, { maxBytes, onBytes, signal }: DownloadOptions): Promise<Uint8Array> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  const collected = new CollectedBytes();
  try {
    const response = await fetch(url, {
      signal: signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]),
    });
    if (response.status >= 500 || response.status === 429) throw new Outage(`it answered ${response.status}`);
    if (response.status !== 200) throw notReached(url, `it answered ${response.status}`);
    for await (const chunk of boundedChunks(response, maxBytes)) {
      timer.refresh();
      collected.add(chunk);
      onBytes?.(collected.length);
    }
    return collected.bytes();
  } catch (error) {
    signal?.throwIfAborted();
    if (Fault.isInstance(error) || error instanceof Outage) throw error;
    if (error instanceof BodyTooLarge) throw notReached(url, `it is longer than ${maxBytes} bytes`);
    if (silence.signal.aborted) throw new Outage(`no data for ${SILENCE_MILLISECONDS / 1000} s`);
    throw new Outage(deepestMessage(error));
  } finally {
    clearTimeout(timer);
  }
}

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
