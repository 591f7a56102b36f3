import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TrainerProcess } from '../trainer/trainer-process.ts';
import type { ServedWeights } from './served-weights.ts';

export interface ModelServerOptions {
  readonly weights: ServedWeights;
  readonly host: string;
  readonly port: number;
  readonly device: 'auto' | 'cpu' | 'cuda';
  /** `null` selects bfloat16 on a GPU and float32 on a CPU. */
  readonly dtype: 'bfloat16' | 'float32' | null;
  readonly python: string;
  /** Folder of the trainer's package. */
  readonly home: string;
}

/** Serves weights over OpenAI's chat API in a Python process that ends when this one does. */
export class ModelServer {
  /** Up to and including `/v1`. */
  readonly baseUrl: string;
  readonly context: number;
  readonly #trainer: TrainerProcess;
  readonly #scratch: string;

  private constructor(trainer: TrainerProcess, scratch: string, baseUrl: string, context: number) {
    this.#trainer = trainer;
    this.#scratch = scratch;
    this.baseUrl = baseUrl;
    this.context = context;
  }

  /** Resolves when requests can be sent. On failure the log is kept, because the error names it. */
  static async start({ weights, host, port, device, dtype, python, home }: ModelServerOptions): Promise<ModelServer> {
    const scratch = mkdtempSync(join(tmpdir(), 'assay-serve-'));
    const trainer = TrainerProcess.start({ python, home, log: join(scratch, 'trainer.log') });
    try {
      const model = { folder: weights.model, device, dtype };
      // Loads the adapter before listening, so that the base weights never answer a request.
      const { base_url: baseUrl, context } = (await trainer.ask({
        do: 'serve',
        model,
        adapter: weights.adapter,
        context: weights.context,
        host,
        port,
      })) as { readonly base_url?: unknown; readonly context?: unknown };
      if (typeof baseUrl !== 'string' || typeof context !== 'number')
        throw new Error('the trainer did not report its port');
      return new ModelServer(trainer, scratch, baseUrl, context);
    } catch (error) {
      await trainer.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#trainer.stop();
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}
