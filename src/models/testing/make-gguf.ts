import { aligned, text, uint32, uint64 } from '../gguf/encode.ts';

export interface SampleGguf {
  readonly metadata: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Number of values per tensor, stored as 32-bit floats. */
  readonly tensors?: readonly number[];
  readonly version?: number;
}

/** Builds a GGUF file with this metadata and tensors of zeros. */
export function makeGguf({ metadata, tensors = [64], version = 3 }: SampleGguf): Buffer {
  const entries = Object.entries(metadata).map(([key, value]) => Buffer.concat([text(key), typed(value)]));
  let offset = 0;
  const places = tensors.map((values, place) => {
    const info = Buffer.concat([text(`tensor${place}`), uint32(1), uint64(values), uint32(0), uint64(offset)]);
    offset += aligned(values * 4);
    return info;
  });
  const counts = [uint32(version), uint64(tensors.length), uint64(entries.length)];
  const head = Buffer.concat([Buffer.from('GGUF'), ...counts, ...entries, ...places]);
  return Buffer.concat([head, Buffer.alloc(aligned(head.length) - head.length + offset)]);
}

/** Metadata of a small chat model. */
export const SAMPLE_METADATA = {
  'general.architecture': 'llama',
  'general.type': 'model',
  'llama.context_length': 2048,
  'tokenizer.ggml.tokens': ['<|endoftext|>', '<|im_start|>', '<|im_end|>', 'a'],
  'tokenizer.chat_template': '{% for message in messages %}{{ message.content }}{% endfor %}{{ tools }}',
} as const;

function typed(value: string | number | boolean | readonly string[]): Buffer {
  if (typeof value === 'string') return Buffer.concat([uint32(8), text(value)]);
  if (typeof value === 'boolean') return Buffer.concat([uint32(7), Buffer.from([value ? 1 : 0])]);
  if (typeof value === 'number') return Buffer.concat([uint32(4), uint32(value)]);
  return Buffer.concat([uint32(9), uint32(8), uint64(value.length), ...value.map(text)]);
}
