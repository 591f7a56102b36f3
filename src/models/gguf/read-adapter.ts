import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { storageFault } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { readSafetensors, type Tensor } from './read-safetensors.ts';

export interface Adapter {
  readonly rank: number;
  readonly alpha: number;
  readonly tensors: ReadonlyMap<string, Tensor>;
}

/** PEFT's configuration of a LoRA, including the options that would change how it is computed. */
const configSchema = z.looseObject({
  peft_type: z.literal('LORA'),
  r: z.int().positive(),
  lora_alpha: z.number().positive(),
  bias: z.literal('none').optional(),
  use_dora: z.literal(false).optional(),
  use_rslora: z.literal(false).optional(),
  fan_in_fan_out: z.literal(false).optional(),
  rank_pattern: z.strictObject({}).optional(),
  alpha_pattern: z.strictObject({}).optional(),
});

/** Files of a stage's adapter with their hashes; missing in a folder that only PEFT wrote. */
const indexSchema = z.looseObject({ files: z.array(z.looseObject({ name: z.string(), sha256: z.string() })) });

/**
 * A LoRA in PEFT's format: a folder of `assay train export --format peft`, `adapters/STAGE` of a run, or PEFT's own.
 */
export function readAdapter(folder: string): Adapter {
  const config = configSchema.safeParse(readJson(folder, 'adapter_config.json'));
  if (!config.success) throw refused(folder, 'adapter_config.json does not describe a plain LoRA');
  const tensors = new Map(weightFiles(folder).flatMap((name) => [...readSafetensors(join(folder, name))]));
  return { rank: config.data.r, alpha: config.data.lora_alpha, tensors };
}

function weightFiles(folder: string): readonly string[] {
  if (!existsSync(join(folder, 'adapter.json'))) return ['adapter_model.safetensors'];
  const index = indexSchema.safeParse(readJson(folder, 'adapter.json'));
  if (!index.success) throw refused(folder, 'adapter.json names no files');
  for (const file of index.data.files) {
    if (basename(file.name) !== file.name) throw refused(folder, `adapter.json names ${JSON.stringify(file.name)}`);
    if (sha256(readBytes(join(folder, file.name))) !== file.sha256)
      throw refused(folder, `${file.name} does not have the hash that adapter.json announces`);
  }
  return index.data.files.map(({ name }) => name).filter((name) => name.endsWith('.safetensors'));
}

function readJson(folder: string, name: string): unknown {
  const json = parseJson(readBytes(join(folder, name)).toString('utf8'));
  if (!json.ok) throw refused(folder, `${name} is not JSON`);
  return json.value;
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
}

function refused(folder: string, why: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `The adapter in ${folder} cannot be used: ${why}.`,
    remedy: 'Copy the adapter folder again, or export it again with `assay train export --format peft`.',
  });
}
