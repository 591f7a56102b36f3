import { statSync, writeFileSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import { ggufLora, type LoraBase } from '../../models/gguf-lora.ts';
import type { GgufHeader } from '../../models/read-gguf.ts';
import { replaceFile } from '../../store/files.ts';

/** The adapter as a GGUF file: the given one, or one created at `place` from a folder that `assay train` wrote. */
export async function adapterFile(given: string, model: GgufHeader, place: string): Promise<string> {
  if (statSync(given, { throwIfNoEntry: false })?.isDirectory() !== true) return given;
  const bytes = ggufLora(given, loraBase(model));
  await replaceFile(place, async (aside) => writeFileSync(aside, bytes));
  return place;
}

function loraBase(model: GgufHeader): LoraBase {
  const { metadata, path } = model;
  const architecture = metadata.get('general.architecture');
  if (architecture !== 'llama' && architecture !== 'qwen2') {
    throw new Fault('INPUT_INVALID', {
      message: `${path} is not a Llama or Qwen2 model, and only adapters of those can be converted.`,
      remedy: 'Convert the adapter with `convert_lora_to_gguf.py` of llama.cpp and name the file.',
    });
  }
  const sizes = { width: sizeIn(model, 'embedding_length'), layers: sizeIn(model, 'block_count') };
  if (architecture === 'qwen2') return { architecture, ...sizes };
  const heads = sizeIn(model, 'attention.head_count');
  const keyHeads = sizeIn(model, 'attention.head_count_kv', heads);
  return { architecture, heads, keyHeads, ...sizes };
}

/** A size of the model, which its adapter must fit. */
function sizeIn({ metadata, path }: GgufHeader, name: string, otherwise?: number): number {
  const key = `${metadata.get('general.architecture')}.${name}`;
  const size = metadata.get(key) ?? otherwise;
  if (typeof size === 'number' && Number.isSafeInteger(size) && size > 0) return size;
  throw new Fault('INPUT_INVALID', {
    message: `${path} does not say how large the model is: it has no usable ${key}, which converting an adapter needs.`,
    remedy:
      'Download the model file again or convert it with a current llama.cpp, or convert the adapter with `convert_lora_to_gguf.py` and name the file.',
  });
}
