import type { GgufHeader } from '../../models/read-gguf.ts';

/** Bytes per number in the key-value cache. */
const CACHE_BYTES = 2;
/** Approximate memory of llama.cpp in addition to weights and cache. */
const OVERHEAD_BYTES = 128 * 2 ** 20;

/** Estimates the memory of a model: its weights, and keys and values of every sequence. */
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
