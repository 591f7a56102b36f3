import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseJson } from '../../json/parse-json.ts';
import { callGrammar } from './call-grammar.ts';
import type { EngineStart, FromEngine } from './engine-message.ts';
import { generate } from './generate.ts';
import type { GrammarState, Llama, LlamaContext, LlamaModel, LlamaModule } from './llama.ts';
import { PromptEncoder } from './prompt-encoder.ts';
import { readCalls } from './read-calls.ts';
import { BadRequest, type CompletionRequest, namesOf, readRequest } from './read-request.ts';
import { SequencePool } from './sequence-pool.ts';
import { assayTemplate, modelTemplate, type PromptTemplate } from './template.ts';
import { writeError, writeReply } from './write-reply.ts';

type Answer = Omit<Extract<FromEngine, { readonly type: 'answer' }>, 'type' | 'id'>;

/** A model in memory that answers several requests at a time. */
export class LoadedModel {
  readonly #module: LlamaModule;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #context: LlamaContext;
  readonly #pool: SequencePool;
  readonly #template: PromptTemplate;
  readonly #encoder: PromptEncoder;
  readonly #fingerprint: string;

  private constructor(
    module: LlamaModule,
    llama: Llama,
    model: LlamaModel,
    context: LlamaContext,
    template: PromptTemplate,
    fingerprint: string,
  ) {
    this.#module = module;
    this.#llama = llama;
    this.#model = model;
    this.#context = context;
    this.#pool = new SequencePool(Array.from({ length: context.totalSequences }, () => context.getSequence()));
    this.#template = template;
    this.#encoder = new PromptEncoder(model, template);
    this.#fingerprint = fingerprint;
  }

  static async load(start: EngineStart, log: (line: string) => void): Promise<LoadedModel> {
    const module = (await import(start.engine)) as LlamaModule;
    const llama = await module.getLlama({
      gpu: start.gpu ? 'auto' : false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      maxThreads: start.threads,
      logger: (_, message) => log(message),
    });
    const model = await llama.loadModel({ modelPath: start.path });
    const context = await model.createContext({
      contextSize: start.context,
      sequences: start.parallel,
      threads: start.threads,
      ...(start.adapter !== null && { lora: start.adapter }),
    });
    const template = start.template === 'assay' ? assayTemplate : await ownTemplate(start, model);
    return new LoadedModel(module, llama, model, context, template, start.fingerprint);
  }

  async answer(body: string, signal: AbortSignal): Promise<Answer> {
    try {
      const json = parseJson(body);
      return await this.#complete(readRequest(json.ok ? json.value : undefined), signal);
    } catch (error) {
      if (error instanceof BadRequest) return { status: 400, body: writeError(error), usage: null };
      throw error;
    }
  }

  async #complete(request: CompletionRequest, signal: AbortSignal): Promise<Answer> {
    const prompt = this.#encode(request);
    const room = this.#context.contextSize - prompt.ids.length;
    if (room < 1) {
      throw new BadRequest(
        `The maximum context length is ${this.#context.contextSize} tokens, and the prompt has ${prompt.ids.length}.`,
        'messages',
        'context_length_exceeded',
      );
    }
    const sequence = await this.#pool.take(prompt.ids, signal);
    try {
      const generated = await generate({
        model: this.#model,
        sequence,
        promptIds: prompt.ids,
        request,
        maxTokens: Math.min(request.maxTokens, room),
        grammar: this.#grammar(request),
        signal,
      });
      if (generated.finish === 'stop') this.#encoder.remember(prompt, generated.ids);
      const spoken = readCalls(generated.text, namesOf(request.tools), this.#template.isExact);
      const reply = writeReply(request, {
        ...spoken,
        ...generated,
        promptIds: prompt.ids,
        spelling: (token) => this.#model.detokenize([token], true),
        fingerprint: this.#fingerprint,
        created: Math.floor(Date.now() / 1000),
      });
      const usage = { prompt_tokens: prompt.ids.length, completion_tokens: generated.ids.length };
      return { status: 200, body: reply, usage };
    } finally {
      this.#pool.release(sequence);
    }
  }

  /** What a template cannot write is a fault of the request, such as two turns of the same role in a row. */
  #encode({ messages, tools }: CompletionRequest) {
    try {
      return this.#encoder.encode(messages, tools);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new BadRequest(`The model's chat template cannot write these messages: ${why}`, 'messages');
    }
  }

  #grammar({ tools, demanded }: CompletionRequest): GrammarState | undefined {
    if (demanded.length === 0) return undefined;
    const grammar = new this.#module.LlamaGrammar(this.#llama, { grammar: callGrammar(tools, demanded) });
    return new this.#module.LlamaGrammarEvaluationState({ model: this.#model, grammar });
  }
}

interface JinjaModule {
  readonly Template: new (source: string) => { render(values: Readonly<Record<string, unknown>>): string };
}

/** Jinja comes with the engine. */
async function ownTemplate({ engine, chatTemplate }: EngineStart, model: LlamaModel): Promise<PromptTemplate> {
  const source = chatTemplate ?? '';
  const path = createRequire(fileURLToPath(engine)).resolve('@huggingface/jinja');
  const { Template } = (await import(pathToFileURL(path).href)) as JinjaModule;
  const template = new Template(source);
  const { bosString, eosString } = model.tokens;
  const render = (values: Readonly<Record<string, unknown>>) =>
    template.render({ bos_token: bosString ?? '', eos_token: eosString ?? '', ...values });
  return modelTemplate(render, source);
}
