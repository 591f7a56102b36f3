/** A refusal of the arena, or no answer at all (`status` 0), with a message to show on the page. */
export class ArenaError extends Error {
  readonly status: number;
  readonly code: string;
  readonly remedy: string | undefined;
  /** The whole answer, for those who know more about it: findings of a refused file, the end of a cooldown. */
  readonly body: unknown;

  constructor(status: number, code: string, message: string, remedy?: string, body?: unknown) {
    super(message);
    this.name = 'ArenaError';
    this.status = status;
    this.code = code;
    this.remedy = remedy;
    this.body = body;
  }
}
