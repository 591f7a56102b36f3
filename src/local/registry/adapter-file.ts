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

function loraBase({ metadata, path }: GgufHeader): LoraBase {
  const architecture = metadata.get('general.architecture');
  const sizes = {
    width: Number(metadata.get(`${architecture}.embedding_length`)),
    layers: Number(metadata.get(`${architecture}.block_count`)),
  };
  if (architecture === 'qwen2') return { architecture, ...sizes };
  const heads = Number(metadata.get('llama.attention.head_count'));
  const keyHeads = Number(metadata.get('llama.attention.head_count_kv') ?? heads);
  if (heads > 0 && keyHeads > 0) return { architecture: 'llama', heads, keyHeads, ...sizes };
  throw new Fault('INPUT_INVALID', {
    message: `${path} is not a Llama or Qwen2 model, and only adapters of those can be converted.`,
    remedy: 'Convert the adapter with `convert_lora_to_gguf.py` of llama.cpp and name the file.',
  });
}
