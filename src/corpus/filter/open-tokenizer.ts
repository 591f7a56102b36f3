import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { TokenCounter } from './token-counter.ts';

const documentSchema = z.looseObject({});

/** Opens the tokenizer of a model from the folder with its weights: `tokenizer.json`, and its config if present. */
export function openTokenizer(folder: string): TokenCounter {
  const path = join(folder, 'tokenizer.json');
  const text = readTextFile(path);
  const configPath = join(folder, 'tokenizer_config.json');
  const config = existsSync(configPath) ? documentOf(readTextFile(configPath), configPath) : {};
  const document = documentOf(text, path);
  const name = `tokenizer/${sha256(text).slice(0, 16)}`;
  try {
    const tokenizer = new Tokenizer(document, config);
    const count = (given: string) => tokenizer.encode(given, { add_special_tokens: false }).ids.length;
    // An unusable tokenizer must fail now, not in the middle of a day's attempts.
    count('a lamp');
    return { name, exact: true, count };
  } catch (error) {
    throw new Fault('INPUT_INVALID', {
      message: `${path} is not a usable tokenizer: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Name the folder of a model with a tokenizer.json of the Hugging Face library.',
      cause: error,
    });
  }
}

function documentOf(text: string, path: string): object {
  const json = parseJson(text);
  const document = documentSchema.safeParse(json.ok ? json.value : undefined);
  if (document.success) return document.data;
  throw new Fault('INPUT_INVALID', {
    message: `${path} is not a JSON object.`,
    remedy: 'Restore the file from a backup.',
  });
}
