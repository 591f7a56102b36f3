import { z } from 'zod';
import { ChatClient, type ChatClientOptions } from '../chat/client.ts';
import { Fault } from '../fault/fault.ts';
import { parseJson } from '../json/parse-json.ts';
import { type TextEmbedder, unitVector } from './text-embedder.ts';

export interface EndpointEmbedderOptions extends ChatClientOptions {
  /** Name of the model at the endpoint. */
  readonly model: string;
}

/** Texts per request; every provider accepts at least this many. */
const BATCH = 32;
/** 32 vectors of 4,096 dimensions take 3 MB as text. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding: z.array(z.number()).nonempty() })),
});

/** A model behind an OpenAI-compatible `/v1/embeddings`. Two endpoints with the same model have the same id. */
export class EndpointEmbedder implements TextEmbedder {
  readonly id: string;
  readonly #model: string;
  readonly #client: ChatClient;

  constructor({ model, ...options }: EndpointEmbedderOptions) {
    this.id = model;
    this.#model = model;
    this.#client = new ChatClient({ maxAnswerBytes: MAX_ANSWER_BYTES, concurrency: 4, ...options });
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const batches: (readonly string[])[] = [];
    for (let start = 0; start < texts.length; start += BATCH) batches.push(texts.slice(start, start + BATCH));
    const vectors = (await Promise.all(batches.map((batch) => this.#embedBatch(batch)))).flat();
    if (new Set(vectors.map(({ length }) => length)).size > 1) throw this.#failed('its vectors differ in length');
    return vectors;
  }

  async #embedBatch(input: readonly string[]): Promise<readonly Float32Array[]> {
    const body = JSON.stringify({ model: this.#model, input, encoding_format: 'float' });
    const { last } = await this.#client.send({ path: '/embeddings', body });
    if (last.kind === 'failure') throw this.#failed(`${last.failure}, ${last.detail}`);
    if (last.kind === 'streamed') throw this.#failed('it answered with a stream');
    if (last.status !== 200) throw this.#failed(`it answered ${last.status}: ${last.body.slice(0, 200)}`);
    return this.#readAnswer(last.body, input.length);
  }

  #readAnswer(body: string, wanted: number): readonly Float32Array[] {
    const json = parseJson(body);
    const parsed = answerSchema.safeParse(json.ok ? json.value : undefined);
    if (!parsed.success) throw this.#failed('its answer is not a list of embeddings');
    const vectors = new Array<Float32Array | undefined>(wanted).fill(undefined);
    for (const [place, { index = place, embedding }] of parsed.data.data.entries()) {
      if (index < wanted) vectors[index] = unitVector(embedding);
    }
    return vectors.map((vector) => {
      if (vector === undefined) throw this.#failed(`it did not answer with ${wanted} usable vectors`);
      return vector;
    });
  }

  #failed(why: string): Fault {
    return new Fault('INFERENCE_FAILED', {
      message: `The embeddings endpoint ${this.#client.baseUrl} failed for ${this.#model}: ${why}.`,
      remedy: 'Check the address up to and including /v1, the model name and the key, then run the command again.',
    });
  }
}
