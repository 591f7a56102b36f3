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
import { StepBarrier } from './step-barrier.ts';
import { assayTemplate, modelTemplate, type PromptTemplate } from './template.ts';
import { writeError, writeReply } from './write-reply.ts';

type Answer = Omit<Extract<FromEngine, { readonly type: 'answer' }>, 'type' | 'id'>;

/** How long a batch collects tokens. Sequences request them almost at the same time. */
const GATHER_MILLISECONDS = 2;

interface Parts {
  readonly module: LlamaModule;
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly context: LlamaContext;
  readonly template: PromptTemplate;
  readonly fingerprint: string;
}

/** A model in memory that answers several requests concurrently. */
export class LoadedModel {
  readonly #parts: Parts;
  readonly #pool: SequencePool;
  readonly #encoder: PromptEncoder;
  readonly #barrier = new StepBarrier();

  private constructor(parts: Parts) {
    const { context, model, template } = parts;
    this.#parts = parts;
    this.#pool = new SequencePool(Array.from({ length: context.totalSequences }, () => context.getSequence()));
    this.#encoder = new PromptEncoder(model, template);
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
      batching: { dispatchSchedule: (dispatch) => setTimeout(dispatch, GATHER_MILLISECONDS) },
      ...(start.adapter !== null && { lora: start.adapter }),
    });
    const template = start.template === 'assay' ? assayTemplate : await ownTemplate(start, model);
    return new LoadedModel({ module, llama, model, context, template, fingerprint: start.fingerprint });
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
    const room = this.#parts.context.contextSize - prompt.ids.length;
    if (room < 1) {
      throw new BadRequest(
        `The maximum context length is ${this.#parts.context.contextSize} tokens, and the prompt has ${prompt.ids.length}.`,
        'messages',
        'context_length_exceeded',
      );
    }
    const sequence = await this.#pool.take(prompt.ids, signal);
    try {
      const generated = await generate({
        model: this.#parts.model,
        sequence,
        promptIds: prompt.ids,
        request,
        maxTokens: Math.min(request.maxTokens, room),
        grammar: this.#grammar(request),
        signal,
        barrier: this.#barrier,
        place: this.#pool.placeOf(sequence),
      });
      if (generated.finish === 'stop') this.#encoder.remember(prompt, generated.ids);
      const spoken = readCalls(generated.text, namesOf(request.tools), this.#parts.template.isExact);
      const reply = writeReply(request, {
        ...spoken,
        ...generated,
        promptIds: prompt.ids,
        spelling: (token) => this.#parts.model.detokenize([token], true),
        fingerprint: this.#parts.fingerprint,
        created: Math.floor(Date.now() / 1000),
      });
      const usage = { prompt_tokens: prompt.ids.length, completion_tokens: generated.ids.length };
      return { status: 200, body: reply, usage };
    } finally {
      this.#pool.release(sequence);
    }
  }

  /** If a template cannot render the messages, such as two turns of the same role in a row, the request is at fault. */
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
    const grammar = new this.#parts.module.LlamaGrammar(this.#parts.llama, { grammar: callGrammar(tools, demanded) });
    return new this.#parts.module.LlamaGrammarEvaluationState({ model: this.#parts.model, grammar });
  }
}

interface JinjaModule {
  readonly Template: new (source: string) => { render(values: Readonly<Record<string, unknown>>): string };
}

/** Jinja is part of the engine's installation. */
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
