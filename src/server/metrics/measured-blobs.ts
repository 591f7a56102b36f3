import type { Blobs } from '../../store/blobs.ts';
import type { ServerMetrics } from './server-metrics.ts';

type Operation = 'put' | 'get' | 'has' | 'size' | 'inspect';

/** Wraps blobs to measure the duration and failures of each operation. */
export function measuredBlobs(blobs: Blobs, { blobSeconds, blobErrors }: ServerMetrics): Blobs {
  const measured = async <T>(operation: Operation, work: () => Promise<T>): Promise<T> => {
    const end = blobSeconds.startTimer({ operation });
    try {
      return await work();
    } catch (error) {
      blobErrors.inc({ operation });
      throw error;
    } finally {
      end();
    }
  };
  return {
    put: (bytes) => measured('put', () => blobs.put(bytes)),
    get: (sha256, maxBytes) => measured('get', () => blobs.get(sha256, maxBytes)),
    has: (sha256) => measured('has', () => blobs.has(sha256)),
    size: (sha256) => measured('size', () => blobs.size(sha256)),
    inspect: (sha256, maxBytes) => measured('inspect', () => blobs.inspect(sha256, maxBytes)),
    placeOf: (sha256) => blobs.placeOf(sha256),
  };
}
