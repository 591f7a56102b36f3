import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { LoraBase } from '../../models/gguf-lora.ts';
import { storageFault } from '../../store/files.ts';

const sizes = { hidden_size: z.int().positive(), num_hidden_layers: z.int().positive() };
const configSchema = z.discriminatedUnion('model_type', [
  z.looseObject({
    model_type: z.literal('llama'),
    ...sizes,
    num_attention_heads: z.int().positive(),
    num_key_value_heads: z.int().positive(),
  }),
  z.looseObject({ model_type: z.literal('qwen2'), ...sizes }),
]);

/** The properties of a Hugging Face model that the conversion of an adapter depends on. */
export function loraBase(model: string): LoraBase {
  const path = join(model, 'config.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
  const json = parseJson(text);
  const config = configSchema.safeParse(json.ok ? json.value : undefined);
  if (config.success) {
    const { data } = config;
    const { hidden_size: width, num_hidden_layers: layers } = data;
    if (data.model_type === 'qwen2') return { architecture: 'qwen2', width, layers };
    return {
      architecture: 'llama',
      heads: data.num_attention_heads,
      keyHeads: data.num_key_value_heads,
      width,
      layers,
    };
  }
  throw new Fault('INPUT_INVALID', {
    message: `${path} does not describe a Llama or Qwen2 model.`,
    remedy: 'Adapters of other models are exported with --format peft, and converted with the tools of llama.cpp.',
  });
}
