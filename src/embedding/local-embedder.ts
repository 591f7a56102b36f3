import type { KnownModel } from '../models/known-models.ts';
import { isModelPresent, modelDigest, modelMissing } from '../models/model-folder.ts';
import { WorkerThread } from '../thread/worker-thread.ts';
import type { EmbeddingAnswer, EmbeddingRequest, EmbeddingThreadData } from './local/embedding-request.ts';
import type { TextEmbedder } from './text-embedder.ts';

/** The id without loading the model, for records that only name it. */
export function localEmbedderId(model: KnownModel): string {
  return `${model.name}@${modelDigest(model)}`;
}

/**
 * An embedding model on this machine. It runs in a separate thread that starts with the first text, so that a gateway
 * in this process keeps answering. Takes about 50 ms per title on one core.
 */
export class LocalEmbedder implements TextEmbedder {
  readonly id: string;
  readonly #data: EmbeddingThreadData;
  #thread: WorkerThread<EmbeddingRequest, EmbeddingAnswer> | undefined;

  /** Throws if the model has not been fetched. */
  constructor(folder: string, model: KnownModel) {
    if (!isModelPresent(folder, model)) throw modelMissing(folder, model);
    this.id = localEmbedderId(model);
    this.#data = { folder, model: model.name };
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return [];
    if (this.#thread?.isAlive !== true) {
      this.#thread = new WorkerThread(new URL('./local/onnx-worker.ts', import.meta.url), this.#data, {
        isOptional: true,
      });
    }
    return await this.#thread.ask(texts);
  }

  /** Frees the model's memory. The next text loads it again. */
  async close(): Promise<void> {
    await this.#thread?.stop();
    this.#thread = undefined;
  }
}
