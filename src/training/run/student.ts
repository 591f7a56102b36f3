import { type Endpoint, HttpEndpoint } from '../../chat/client.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import type { TrainerProcess } from '../trainer/trainer-process.ts';

/** Model name that the server uses for whatever it serves. */
export const STUDENT = 'student';

const ANSWER_MILLISECONDS = 600_000;

/** The model in training as an endpoint: the trainer's server with the selected adapter. */
export class Student {
  readonly #trainer: TrainerProcess;
  /** Up to and including `/v1`. */
  readonly url: string;
  readonly endpoint: Endpoint;
  /** Number of conversations that the server's cache holds; infinite for a server without a cache. */
  readonly conversations: number;

  private constructor(trainer: TrainerProcess, url: string, conversations: number) {
    this.#trainer = trainer;
    this.url = url;
    this.conversations = conversations;
    this.endpoint = new HttpEndpoint({ baseUrl: url, timeoutMilliseconds: ANSWER_MILLISECONDS });
  }

  static async serve(trainer: TrainerProcess, recipe: Recipe, modelFolder: string): Promise<Student> {
    const { dtype, device } = recipe.model;
    const model = { folder: modelFolder, dtype, device, context: recipe.context };
    const { base_url: url, conversations } = (await trainer.ask({ do: 'serve', model, port: 0 })) as Readonly<
      Record<string, unknown>
    >;
    if (typeof url !== 'string') throw new Error('the trainer did not report its port');
    return new Student(trainer, url, typeof conversations === 'number' ? conversations : Number.POSITIVE_INFINITY);
  }

  /** Switches to this adapter; `null` switches to the base model. */
  async use(adapter: string | null): Promise<void> {
    await this.#trainer.ask({ do: 'adapter', folder: adapter });
  }
}
