import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../store/sha256.ts';
import { ggufLora } from './gguf-lora.ts';

const HEADS = { architecture: 'llama', heads: 2, keyHeads: 1, width: 3, layers: 12 } as const;
const PREFIX = 'base_model.model.model.layers';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-gguf-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Given {
  readonly shape: readonly [number, number];
  readonly values: readonly number[];
  readonly dtype?: 'F32' | 'F16' | 'BF16';
}

/** Each value of the matrix is its row number, which shows where a row was moved. */
function numbered(rows: number, columns: number): Given {
  return { shape: [rows, columns], values: Array.from({ length: rows * columns }, (_, i) => Math.floor(i / columns)) };
}

function writeAdapter(tensors: Readonly<Record<string, Given>>, config: object = {}): void {
  writeFileSync(
    join(folder, 'adapter_config.json'),
    JSON.stringify({ peft_type: 'LORA', r: 2, lora_alpha: 8, ...config }),
  );
  const header: Record<string, object> = { __metadata__: { format: 'pt' } };
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [name, { shape, values, dtype = 'F32' }] of Object.entries(tensors)) {
    const bytes = Buffer.concat(values.map((value) => encoded(value, dtype)));
    header[name] = { dtype, shape, data_offsets: [offset, offset + bytes.length] };
    parts.push(bytes);
    offset += bytes.length;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  writeFileSync(join(folder, 'adapter_model.safetensors'), Buffer.concat([length, text, ...parts]));
}

function encoded(value: number, dtype: 'F32' | 'F16' | 'BF16'): Buffer {
  const wide = Buffer.alloc(4);
  wide.writeFloatLE(value);
  if (dtype === 'F32') return wide;
  if (dtype === 'BF16') return wide.subarray(2);
  const bits = wide.readUInt32LE();
  const half = Buffer.alloc(2);
  half.writeUInt16LE(
    value === 0 ? 0 : ((bits >>> 16) & 0x8000) | ((((bits >>> 23) & 0xff) - 112) << 10) | ((bits >>> 13) & 0x3ff),
  );
  return half;
}

/** Parses the written file according to ggml's docs/gguf.md. */
function readGguf(bytes: Uint8Array) {
  const file = Buffer.from(bytes);
  let place = 24;
  const take = (bytes: number): Buffer => {
    place += bytes;
    return file.subarray(place - bytes, place);
  };
  const uint32 = (): number => take(4).readUInt32LE();
  const uint64 = (): number => Number(take(8).readBigUInt64LE());
  const text = (): string => take(uint64()).toString('utf8');
  const metadata: Record<string, string | number> = {};
  for (let left = Number(file.readBigUInt64LE(16)); left > 0; left--) {
    const key = text();
    const kind = uint32();
    metadata[key] = kind === 8 ? text() : take(4).readFloatLE();
  }
  const infos = Array.from({ length: Number(file.readBigUInt64LE(8)) }, () => {
    const name = text();
    const sizes = Array.from({ length: uint32() }, uint64);
    return { name, sizes, type: uint32(), offset: uint64() };
  });
  const start = Math.ceil(place / 32) * 32;
  const tensors = infos.map(({ name, sizes, type, offset }) => {
    const count = sizes[0]! * sizes[1]!;
    const values = Array.from({ length: count }, (_, index) => file.readFloatLE(start + offset + 4 * index));
    return { name, sizes, type, aligned: offset % 32 === 0, values };
  });
  return { magic: file.toString('utf8', 0, 4), version: file.readUInt32LE(4), metadata, tensors };
}

describe('ggufLora', () => {
  it('converts an adapter with the kind, alpha, names and sizes that llama.cpp requires', () => {
    writeAdapter({
      [`${PREFIX}.10.mlp.down_proj.lora_A.weight`]: { shape: [2, 3], values: [1, 2, 3, 4, 5, 6] },
      [`${PREFIX}.10.mlp.down_proj.lora_B.weight`]: { shape: [4, 2], values: [0, 1, 2, 3, 4, 5, 6, 7] },
    });
    expect(readGguf(ggufLora(folder, HEADS))).toEqual({
      magic: 'GGUF',
      version: 3,
      metadata: {
        'general.architecture': 'llama',
        'general.type': 'adapter',
        'adapter.type': 'lora',
        'adapter.lora.alpha': 8,
      },
      tensors: [
        { name: 'blk.10.ffn_down.weight.lora_a', sizes: [3, 2], type: 0, aligned: true, values: [1, 2, 3, 4, 5, 6] },
        {
          name: 'blk.10.ffn_down.weight.lora_b',
          sizes: [2, 4],
          type: 0,
          aligned: true,
          values: [0, 1, 2, 3, 4, 5, 6, 7],
        },
      ],
    });
  });

  it('reorders query and key rows of an adapter for llama.cpp, head by head, and no others', () => {
    const names = ['q_proj', 'k_proj', 'v_proj', 'o_proj'];
    writeAdapter(
      Object.fromEntries(
        names.flatMap((name) => [
          [`${PREFIX}.0.self_attn.${name}.lora_A.weight`, numbered(2, 3)],
          [`${PREFIX}.0.self_attn.${name}.lora_B.weight`, numbered(8, 2)],
        ]),
      ),
    );
    const { tensors } = readGguf(ggufLora(folder, HEADS));
    const rows = (name: string): readonly number[] =>
      tensors.find((each) => each.name === `blk.0.${name}.weight.lora_b`)!.values.filter((_, index) => index % 2 === 0);
    expect(rows('attn_q')).toEqual([0, 2, 1, 3, 4, 6, 5, 7]);
    expect(rows('attn_k')).toEqual([0, 4, 1, 5, 2, 6, 3, 7]);
    expect(rows('attn_v')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(rows('attn_output')).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(tensors.find(({ name }) => name === 'blk.0.attn_q.weight.lora_a')!.values).toEqual([0, 0, 0, 1, 1, 1]);
  });

  it('keeps the order of all rows of an adapter for a Qwen2 model', () => {
    writeAdapter({
      [`${PREFIX}.0.self_attn.q_proj.lora_A.weight`]: numbered(2, 3),
      [`${PREFIX}.0.self_attn.q_proj.lora_B.weight`]: numbered(8, 2),
    });
    const { metadata, tensors } = readGguf(ggufLora(folder, { architecture: 'qwen2', width: 3, layers: 1 }));
    expect(metadata['general.architecture']).toBe('qwen2');
    const rows = tensors.find(({ name }) => name === 'blk.0.attn_q.weight.lora_b')!.values;
    expect(rows.filter((_, index) => index % 2 === 0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it.each([
    ['another width', { ...HEADS, width: 4 }],
    ['fewer layers', { ...HEADS, layers: 10 }],
  ])('rejects an adapter for a model with %s', (_, base) => {
    writeAdapter({
      [`${PREFIX}.10.mlp.up_proj.lora_A.weight`]: numbered(2, 3),
      [`${PREFIX}.10.mlp.up_proj.lora_B.weight`]: numbered(8, 2),
    });
    expect(ggufLora(folder, HEADS)).toBeInstanceOf(Uint8Array);
    expect(() => ggufLora(folder, base)).toThrow('is for another model');
  });

  it.each(['F32', 'F16', 'BF16'] as const)('reads an adapter of type %s', (dtype) => {
    const values = [0, 1, -2.5, 0.375, 96, -0.0078125];
    writeAdapter({ [`${PREFIX}.0.mlp.up_proj.lora_A.weight`]: { shape: [2, 3], values, dtype } });
    expect(readGguf(ggufLora(folder, HEADS)).tensors[0]!.values).toEqual(values);
  });

  it('refuses an adapter it would convert wrongly, naming the tensor or the setting', () => {
    writeAdapter({ 'base_model.model.lm_head.lora_A.weight': numbered(2, 3) });
    expect(() => ggufLora(folder, HEADS)).toThrow('lm_head.lora_A.weight is not a LoRA matrix');
    writeAdapter({ [`${PREFIX}.0.mlp.up_proj.lora_A.weight`]: numbered(3, 3) });
    expect(() => ggufLora(folder, HEADS)).toThrow('its rank is said to be 2');
    writeAdapter({ [`${PREFIX}.0.self_attn.q_proj.lora_B.weight`]: numbered(6, 2) });
    expect(() => ggufLora(folder, HEADS)).toThrow('2 heads do not divide');
    writeAdapter({}, { use_dora: true });
    expect(() => ggufLora(folder, HEADS)).toThrow('does not describe a plain LoRA');
  });

  it('rejects damaged adapter files', () => {
    writeAdapter({ [`${PREFIX}.0.mlp.up_proj.lora_A.weight`]: numbered(2, 3) });
    const index = { files: [{ name: 'adapter_model.safetensors', sha256: sha256('other') }] };
    writeFileSync(join(folder, 'adapter.json'), JSON.stringify(index));
    expect(() => ggufLora(folder, HEADS)).toThrow('does not have the hash');
    rmSync(join(folder, 'adapter.json'));
    writeFileSync(join(folder, 'adapter_model.safetensors'), 'short');
    expect(() => ggufLora(folder, HEADS)).toThrow('it is shorter than its header says');
    rmSync(join(folder, 'adapter_model.safetensors'));
    expect(() => ggufLora(folder, HEADS)).toThrow('adapter_model.safetensors');
  });
});
