import type { GgufHeader } from '../../models/read-gguf.ts';

/** Bytes of one number in the cache of keys and values. */
const CACHE_BYTES = 2;
/** What llama.cpp needs beside weights and cache, roughly. */
const OVERHEAD_BYTES = 128 * 2 ** 20;

/** An estimate of the memory that a model takes: its weights, and the keys and values of every sequence. */
export function memoryNeeded({ metadata, bytes }: GgufHeader, context: number, sequences: number): number {
  const architecture = String(metadata.get('general.architecture'));
  const value = (key: string) => {
    const found = metadata.get(`${architecture}.${key}`);
    return typeof found === 'number' ? found : undefined;
  };
  const heads = value('attention.head_count') ?? 1;
  const headSize = value('attention.key_length') ?? (value('embedding_length') ?? 0) / heads;
  const cached = (value('attention.head_count_kv') ?? heads) * headSize * 2;
  const cache = cached * (value('block_count') ?? 0) * context * sequences * CACHE_BYTES;
  return bytes + cache + OVERHEAD_BYTES;
}
