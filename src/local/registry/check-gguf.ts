import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { Fault } from '../../fault/fault.ts';
import type { GgufHeader } from '../../models/read-gguf.ts';
import type { TemplateChoice } from '../model-entry.ts';

/** The ChatML markers that Assay's template uses. */
const CHATML = ['<|im_start|>', '<|im_end|>'] as const;
const ASSAY_TEMPLATE = new URL('../../../python/trainer/template/chat.jinja', import.meta.url);

/** Architectures that llama.cpp loads but that do not generate text. */
const NOT_GENERATIVE: ReadonlySet<string> = new Set([
  'bert',
  'modern-bert',
  'nomic-bert',
  'nomic-bert-moe',
  'neo-bert',
  'jina-bert-v2',
  'jina-bert-v3',
  'eurobert',
  'gemma-embedding',
  'llama-embed',
  't5encoder',
  'clip',
  'wavtokenizer-dec',
]);

export interface ModelFacts {
  readonly architecture: string;
  readonly context: number;
  readonly template: TemplateChoice;
}

export interface CheckOptions {
  readonly template?: TemplateChoice | undefined;
  readonly hasAdapter: boolean;
  /** Architectures that the installed engine supports; unknown without an engine. */
  readonly architectures?: ReadonlySet<string> | undefined;
  readonly memoryBytes?: number | undefined;
}

/** Facts about a model that are known without loading it. Throws if it cannot be loaded or cannot answer requests. */
export function checkModel(header: GgufHeader, options: CheckOptions): ModelFacts {
  const { metadata, path } = header;
  const kind = metadata.get('general.type') ?? 'model';
  if (kind === 'adapter')
    throw refused(
      path,
      'is an adapter, not a model',
      'Name it with --adapter, and the model it belongs to with --gguf.',
    );
  if (kind !== 'model')
    throw refused(path, `holds "${kind}", not a model`, 'Name the file with the weights of the model.');
  if (Number(metadata.get('split.count') ?? 1) > 1) {
    throw refused(
      path,
      'is one file of a model that llama.cpp split',
      'Merge the files with `llama-gguf-split --merge`.',
    );
  }
  const architecture = checkArchitecture(header, options.architectures);
  checkMemory(header, options.memoryBytes ?? totalmem());
  const context = Number(metadata.get(`${architecture}.context_length`));
  if (!(Number.isSafeInteger(context) && context > 0)) throw refused(path, 'does not say how long its context is');
  return { architecture, context, template: chosenTemplate(header, options) };
}

/** Checks that the adapter has the same architecture. The engine checks whether the shapes match. */
export function checkAdapter(adapter: GgufHeader, architecture: string): void {
  const { metadata, path } = adapter;
  if (metadata.get('general.type') !== 'adapter' || metadata.get('adapter.type') !== 'lora') {
    throw refused(path, 'is not a LoRA adapter', 'Convert the adapter with `convert_lora_to_gguf.py` of llama.cpp.');
  }
  const made = metadata.get('general.architecture');
  if (made !== architecture) throw refused(path, `is an adapter for "${made}", and the model is "${architecture}"`);
}

function checkArchitecture({ metadata, path }: GgufHeader, known: ReadonlySet<string> | undefined): string {
  const architecture = metadata.get('general.architecture');
  if (typeof architecture !== 'string') throw refused(path, 'does not name its architecture');
  if (NOT_GENERATIVE.has(architecture))
    throw refused(path, `holds "${architecture}", which does not write text`, 'Name a chat model.');
  if (known === undefined || known.has(architecture)) return architecture;
  throw refused(
    path,
    `has the architecture "${architecture}", which the installed llama.cpp does not know`,
    'Use another model, or serve it with a server that knows it and name that with --base-url.',
  );
}

function checkMemory({ path, bytes }: GgufHeader, memoryBytes: number): void {
  if (bytes < memoryBytes) return;
  throw refused(
    path,
    `has ${gibibytes(bytes)} GiB of weights, and this machine has ${gibibytes(memoryBytes)} GiB of memory`,
    'Use a smaller model or one with fewer bits per weight.',
  );
}

/**
 * The model's own template if it supports tools. A template without tools is replaced by ours if the vocabulary has our
 * markers, because otherwise the model would never see the tools of an attempt. A model with an adapter of ours also
 * gets our template.
 */
function chosenTemplate(
  { metadata, vocabulary, path }: GgufHeader,
  { template, hasAdapter }: CheckOptions,
): TemplateChoice {
  const own = metadata.get('tokenizer.chat_template');
  const knowsChatml = CHATML.every((marker) => vocabulary.has(marker));
  if (template === 'assay' && !knowsChatml) {
    throw refused(
      path,
      `has no tokens for ${CHATML.join(' and ')}, which Assay's template needs`,
      'Use --template model.',
    );
  }
  if (typeof own !== 'string' && template !== 'assay') {
    throw refused(
      path,
      'has no chat template',
      knowsChatml
        ? 'Name an instruct model, or add --template assay if it was trained with `assay train`.'
        : 'Name an instruct model; a base model does not answer requests.',
    );
  }
  if (template !== undefined) return template;
  const isOurs = String(own).trim() === readFileSync(ASSAY_TEMPLATE, 'utf8').trim();
  return knowsChatml && (isOurs || hasAdapter || !/\btools\b/.test(String(own))) ? 'assay' : 'model';
}

function gibibytes(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(1);
}

function refused(path: string, why: string, remedy?: string): Fault {
  return new Fault('INPUT_INVALID', { message: `${path} ${why}.`, ...(remedy && { remedy }) });
}
