import { readMessage } from '../../chat/read-message.ts';
import type { SpokenAnswer } from './spoken-step.ts';
import { type RewardOptions, type StepReward, stepReward } from './step-reward.ts';
import type { TeacherCall } from './teacher-call.ts';

/** Step rewards of one episode, answer by answer. Each teacher call pays once. */
export class EpisodeRewards {
  readonly #options: RewardOptions;
  #pool: readonly TeacherCall[];

  constructor(teacher: readonly TeacherCall[], options: RewardOptions) {
    this.#pool = teacher;
    this.#options = options;
  }

  /** `messages` is the conversation up to the answer, as it was sent. */
  async next(messages: readonly unknown[], answer: SpokenAnswer): Promise<StepReward> {
    const step = { prompt: messages.map(readMessage), answer, teaching: { kind: 'pool', calls: this.#pool } } as const;
    const reward = await stepReward(step, this.#options);
    this.#pool = this.#pool.filter((_, place) => !reward.used.includes(place));
    return reward;
  }
}
