import { type Endpoint, HttpEndpoint } from '../../chat/client.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import type { TrainerProcess } from '../trainer/trainer-process.ts';

/** What the server calls whatever it serves. */
export const STUDENT = 'student';

const ANSWER_MILLISECONDS = 600_000;

/** The model that is trained, as an endpoint: the trainer's own server, with the requested adapter. */
export class Student {
  readonly #trainer: TrainerProcess;
  /** Up to and including `/v1`. */
  readonly url: string;
  readonly endpoint: Endpoint;
  /** How many the cache of the server holds at once; infinite for a server without one. */
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

  /** From now on it answers with this adapter; with the base for `null`. */
  async use(adapter: string | null): Promise<void> {
    await this.#trainer.ask({ do: 'adapter', folder: adapter });
  }
}
