import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { LlamaHeads } from '../../models/gguf-lora.ts';
import { storageFault } from '../../store/files.ts';

const configSchema = z.looseObject({
  model_type: z.literal('llama'),
  num_attention_heads: z.int().positive(),
  num_key_value_heads: z.int().positive(),
});

/** Attention heads of a Hugging Face folder. */
export function llamaHeads(model: string): LlamaHeads {
  const path = join(model, 'config.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
  const json = parseJson(text);
  const config = configSchema.safeParse(json.ok ? json.value : undefined);
  if (config.success) return { heads: config.data.num_attention_heads, keyHeads: config.data.num_key_value_heads };
  throw new Fault('INPUT_INVALID', {
    message: `${path} does not describe a Llama model.`,
    remedy: 'Adapters of other models are exported with --target peft, and converted with the tools of llama.cpp.',
  });
}
