import { Fault } from '../fault/fault.ts';
import { readAdapter } from './gguf/read-adapter.ts';
import type { Tensor } from './gguf/read-safetensors.ts';
import { type GgufTensor, writeGguf } from './gguf/write-gguf.ts';

/**
 * The model that the adapter was trained on. For Llama models, llama.cpp stores the rows of two matrices in another
 * order.
 */
export type LoraBase = (
  | { readonly architecture: 'llama'; readonly heads: number; readonly keyHeads: number }
  | { readonly architecture: 'qwen2' }
) & {
  /** Size of the hidden state. */
  readonly width: number;
  readonly layers: number;
};

/** Linear layers of both architectures, by their names in transformers and in GGUF files. */
const LAYERS: Readonly<Record<string, string>> = {
  'self_attn.q_proj': 'attn_q',
  'self_attn.k_proj': 'attn_k',
  'self_attn.v_proj': 'attn_v',
  'self_attn.o_proj': 'attn_output',
  'mlp.gate_proj': 'ffn_gate',
  'mlp.up_proj': 'ffn_up',
  'mlp.down_proj': 'ffn_down',
};

/** Layers whose input has the model's width. */
const READS_WIDTH = new Set([
  'self_attn.q_proj',
  'self_attn.k_proj',
  'self_attn.v_proj',
  'mlp.gate_proj',
  'mlp.up_proj',
]);

const NAME =
  /(?:^|\.)layers\.(\d+)\.(self_attn\.[qkvo]_proj|mlp\.(?:gate|up|down)_proj)\.lora_([AB])(?:\.default)?\.weight$/;

/**
 * Converts a LoRA for a Llama or Qwen2 model to the GGUF file that llama.cpp loads next to the model's. Needs no
 * Python. Values stay 32-bit floats: an adapter is small, and every value stays exact.
 */
export function ggufLora(folder: string, base: LoraBase): Uint8Array<ArrayBuffer> {
  const { rank, alpha, tensors } = readAdapter(folder);
  const converted = [...tensors].map(([name, tensor]) => convert(folder, name, tensor, { rank, base }));
  const sorted = converted.toSorted((left, right) => left.name.localeCompare(right.name, 'en', { numeric: true }));
  return writeGguf(
    {
      'general.architecture': { kind: 'string', value: base.architecture },
      'general.type': { kind: 'string', value: 'adapter' },
      'adapter.type': { kind: 'string', value: 'lora' },
      'adapter.lora.alpha': { kind: 'float32', value: alpha },
    },
    sorted,
  );
}

function convert(
  folder: string,
  name: string,
  { shape, values }: Tensor,
  { rank, base }: { readonly rank: number; readonly base: LoraBase },
): GgufTensor {
  const [, layer, part, side] = NAME.exec(name) ?? [];
  const [rows, columns] = shape;
  if (layer === undefined || rows === undefined || columns === undefined || shape.length !== 2)
    throw notConvertible(folder, `${name} is not a LoRA matrix of a linear layer`);
  if ((side === 'A' ? rows : columns) !== rank)
    throw notConvertible(folder, `${name} is ${rows} × ${columns}, and its rank is said to be ${rank}`);
  // llama.cpp would detect this only when it loads the model.
  if (Number(layer) >= base.layers || (side === 'A' && READS_WIDTH.has(part!) && columns !== base.width))
    throw new Fault('INPUT_INVALID', {
      message: `The adapter in ${folder} is for another model: ${name} is ${rows} × ${columns}, and the model has ${base.layers} layers of width ${base.width}.`,
      remedy: 'Name the model that the adapter was trained on; its README says which.',
    });
  const stem = `blk.${layer}.${LAYERS[part!]}.weight`;
  if (side === 'A') return { name: `${stem}.lora_a`, sizes: [columns, rows], values };
  const count = pairedHeads(part!, base);
  if (count !== null && rows % (2 * count) !== 0)
    throw notConvertible(folder, `${name} has ${rows} rows, which ${count} heads do not divide`);
  return {
    name: `${stem}.lora_b`,
    sizes: [columns, rows],
    values: count === null ? values : pairedRows(values, columns, count),
  };
}

/** The number of heads whose rows llama.cpp stores in pairs; null if it keeps the order of transformers. */
function pairedHeads(part: string, base: LoraBase): number | null {
  if (base.architecture !== 'llama') return null;
  return part === 'self_attn.q_proj' ? base.heads : part === 'self_attn.k_proj' ? base.keyHeads : null;
}

/**
 * Rotary embeddings rotate pairs of values. Transformers pairs a value with the one half a head further on, llama.cpp
 * with its neighbour. So llama.cpp stores the rows of queries and keys in another order: 0, h/2, 1, h/2 + 1, …
 */
function pairedRows(values: Float32Array, columns: number, heads: number): Float32Array {
  const width = values.length / columns / heads;
  const half = width / 2;
  const result = new Float32Array(values.length);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < width; row++) {
      const from = head * width + (row % 2) * half + Math.floor(row / 2);
      result.set(values.subarray(from * columns, (from + 1) * columns), (head * width + row) * columns);
    }
  }
  return result;
}

function notConvertible(folder: string, why: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `The adapter in ${folder} cannot be written as GGUF: ${why}.`,
    remedy: 'Only LoRAs on the linear layers of Llama and Qwen2 models can be converted; use --format peft for others.',
  });
}
