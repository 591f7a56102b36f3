import { availableParallelism } from 'node:os';
import type { ChatRequest } from '../chat/schema.ts';
import { Fault } from '../fault/fault.ts';
import type { AnsweredBy, ChatAnswer, ChatOptions, Inference } from '../inference/inference.ts';
import { modelsFolder } from '../models/model-folder.ts';
import { type GgufHeader, readGguf } from '../models/read-gguf.ts';
import { type EngineAnswer, EngineClient, EngineEnded } from './engine/engine-client.ts';
import type { EngineStart } from './engine/engine-message.ts';
import { requireEngine } from './engine-package.ts';
import { findLocalModel, LOCAL_PREFIX } from './local-models.ts';

/** Bytes per number in the key-value cache. */
const CACHE_BYTES = 2;
/** Approximate memory of llama.cpp in addition to weights and cache. */
const OVERHEAD_BYTES = 128 * 2 ** 20;

export interface LocalModelOptions {
  /** The models folder. */
  readonly models?: string | undefined;
  /** Maximum tokens of a prompt and its answer together. */
  readonly context?: number | undefined;
  /** Concurrent requests; further requests are queued. */
  readonly parallel?: number | undefined;
  readonly threads?: number | undefined;
  readonly gpu?: boolean | undefined;
  /** Memory limit in bytes; default: the machine's free memory. */
  readonly memoryBytes?: number | undefined;
}

/** Facts about a local model for records. */
export interface LocalModelFacts {
  /** `local/NAME`. */
  readonly id: string;
  readonly file: string;
  readonly sha256: string;
  readonly adapterSha256: string | null;
  readonly architecture: string;
  readonly template: 'model' | 'assay';
  /** Maximum tokens of a prompt and its answer together. */
  readonly context: number;
}

/** A local model. It answers in the format of OpenAI's chat completions, including tokens. */
export interface LocalModel extends Inference {
  readonly facts: LocalModelFacts;
  /** Frees the memory. Running requests fail. */
  close(): Promise<void>;
}

const DEFAULT_CONTEXT = 8192;
const DEFAULT_PARALLEL = 4;
/** A process that ends this often without an answer is not restarted. */
const MOST_STARTS = 3;

/** Loads a registered model. Throws if it is not registered, its file has changed, or it cannot be loaded. */
export async function openLocalModel(id: string, options: LocalModelOptions = {}): Promise<LocalModel> {
  const models = options.models ?? modelsFolder();
  const entry = await findLocalModel(models, id);
  const engine = requireEngine(models);
  const header = readGguf(entry.file.path);
  const context = Math.min(options.context ?? setting('ASSAY_LOCAL_CONTEXT') ?? DEFAULT_CONTEXT, entry.context);
  const parallel = options.parallel ?? setting('ASSAY_LOCAL_PARALLEL') ?? DEFAULT_PARALLEL;
  const name = `${LOCAL_PREFIX}${entry.name}`;
  checkMemory(name, memoryNeeded(header, context, parallel), options.memoryBytes ?? process.availableMemory());
  const chatTemplate = header.metadata.get('tokenizer.chat_template');
  const start: EngineStart = {
    type: 'load',
    engine: engine.href,
    path: entry.file.path,
    adapter: entry.adapter?.path ?? null,
    template: entry.template,
    chatTemplate: typeof chatTemplate === 'string' ? chatTemplate : null,
    fingerprint: [entry.file.sha256, entry.adapter?.sha256]
      .filter(Boolean)
      .map((each) => each!.slice(0, 16))
      .join('+'),
    context,
    parallel,
    // Leaves one processor for sandboxes and the gateway: the threads of llama.cpp wait for each other, and one without
    // a processor delays all of them.
    threads: options.threads ?? setting('ASSAY_LOCAL_THREADS') ?? Math.max(1, availableParallelism() - 1),
    gpu: options.gpu ?? true,
  };
  const facts: LocalModelFacts = {
    id: name,
    file: entry.file.path,
    sha256: entry.file.sha256,
    adapterSha256: entry.adapter?.sha256 ?? null,
    architecture: entry.architecture,
    template: entry.template,
    context,
  };
  const model = new ServedModel(facts, start);
  await model.start();
  return model;
}

class ServedModel implements LocalModel {
  readonly facts: LocalModelFacts;
  readonly #start: EngineStart;
  readonly #identity: AnsweredBy;
  #client: Promise<EngineClient> | undefined;
  #startsWithoutAnswer = 0;
  #isClosed = false;

  constructor(facts: LocalModelFacts, start: EngineStart) {
    this.facts = facts;
    this.#start = start;
    // A name can be assigned to another file later; a hash cannot.
    const adapter = facts.adapterSha256 ? `, adapter ${facts.adapterSha256.slice(0, 16)}` : '';
    const endpoint = `local, sha256 ${facts.sha256.slice(0, 16)}${adapter}`;
    this.#identity = { model: facts.id, endpoint, simulated: false };
  }

  async start(): Promise<void> {
    await this.#running();
  }

  async chat(body: ChatRequest, { signal }: ChatOptions = {}): Promise<ChatAnswer> {
    if (body.model !== this.facts.id) return { ...unknownModel(body.model, this.facts.id), answeredBy: this.#identity };
    try {
      const client = await this.#running();
      const answer = await client.ask(JSON.stringify(body), signal);
      this.#startsWithoutAnswer = 0;
      return { ...answer, answeredBy: this.#identity };
    } catch (error) {
      if (Fault.isInstance(error)) throw error;
      throw this.#failure(signal?.aborted ? 'the request was aborted' : reasonOf(error), error);
    }
  }

  async models(): Promise<readonly string[]> {
    return [this.facts.id];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#client?.catch(() => undefined);
    await client?.close();
  }

  /** The running process; started again if the last one ended unexpectedly. */
  async #running(): Promise<EngineClient> {
    const before = this.#client;
    const current = await before?.catch(() => undefined);
    if (this.#isClosed) throw this.#failure('it was closed');
    if (current?.isAlive) return current;
    // If several requests find it ended, only the first restarts it.
    if (this.#client === before) this.#client = this.#started();
    return await this.#client!;
  }

  async #started(): Promise<EngineClient> {
    if (this.#startsWithoutAnswer >= MOST_STARTS) throw this.#failure('its process keeps ending');
    this.#startsWithoutAnswer++;
    const client = new EngineClient(this.#start);
    try {
      await client.ready();
      return client;
    } catch (error) {
      await client.close();
      throw this.#notLoaded(error);
    }
  }

  #notLoaded(error: unknown): Fault {
    const reason = reasonOf(error);
    const architecture = /unknown model architecture: '([^']*)'/.exec(reason)?.[1];
    if (architecture !== undefined) {
      return new Fault('INPUT_INVALID', {
        message: `${this.facts.file} has the architecture "${architecture}", which the installed llama.cpp does not know.`,
        remedy: 'Use another model, or serve it with a server that knows it and name that with --base-url.',
      });
    }
    return new Fault('INFERENCE_FAILED', {
      message: `${this.facts.id} could not be loaded: ${reason.slice(-600)}`,
      remedy: 'Check the file with `assay model add`, free memory, or use a smaller model or context.',
      cause: error,
    });
  }

  #failure(reason: string, cause?: unknown): Fault {
    return new Fault('INFERENCE_FAILED', {
      message: `${this.facts.id} did not answer: ${reason}`,
      remedy: 'Free memory, or use a smaller model or context; the next request starts the model again.',
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  const isKilled = error instanceof EngineEnded && reason.includes('SIGKILL');
  return isKilled ? `${reason} (the system may have run out of memory)` : reason;
}

function unknownModel(asked: string, served: string): EngineAnswer {
  const message = `The model ${asked} does not exist; ${served} is served here.`;
  const error = { message, type: 'invalid_request_error', param: 'model', code: 'model_not_found' };
  return { status: 404, body: JSON.stringify({ error }), usage: null };
}

function checkMemory(name: string, needed: number, free: number): void {
  if (needed <= free) return;
  const gibibytes = (bytes: number) => (bytes / 2 ** 30).toFixed(1);
  throw new Fault('LIMIT_EXCEEDED', {
    message: `${name} needs about ${gibibytes(needed)} GiB of memory, and ${gibibytes(free)} GiB are free.`,
    remedy: 'Free memory, use a smaller model, or lower ASSAY_LOCAL_CONTEXT or ASSAY_LOCAL_PARALLEL.',
  });
}

function setting(variable: string): number | undefined {
  const text = process.env[variable];
  if (!text) return undefined;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Fault('USAGE', { message: `${variable} must be a positive whole number.`, remedy: 'Correct or unset it.' });
}

/** Estimates the memory of a model: its weights, and keys and values of every sequence. */
function memoryNeeded({ metadata, bytes }: GgufHeader, context: number, sequences: number): number {
  const architecture = String(metadata.get('general.architecture'));
  const value = (key: string) => {
    const found = metadata.get(`${architecture}.${key}`);
    return typeof found === 'number' ? found : undefined;
  };
  const heads = value('attention.head_count') ?? 1;
  const headSize = value('attention.key_length') ?? (value('embedding_length') ?? 0) / heads;
  const cached = (value('attention.head_count_kv') ?? heads) * headSize * 2;
  const cache = cached * (value('block_count') ?? 0) * context * sequences * CACHE_BYTES;
  return bytes + cache + OVERHEAD_BYTES;
}
