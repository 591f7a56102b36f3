import { atif } from './atif.ts';
import { axolotl } from './axolotl.ts';
import type { CorpusFormat } from './corpus-format.ts';
import { hub } from './hub.ts';
import { llamaFactory } from './llama-factory.ts';
import { nemo, trlSft } from './openai-lines.ts';
import { trlPrompts, verlPrompts } from './rl-prompts.ts';
import { trlKto } from './trl-kto.ts';
import { verlSft } from './verl-sft.ts';

/** Every format a release can be exported in. */
export const CORPUS_FORMATS: readonly CorpusFormat[] = [
  trlSft,
  trlKto,
  trlPrompts,
  verlSft,
  verlPrompts,
  llamaFactory,
  axolotl,
  nemo,
  atif,
  hub,
];
