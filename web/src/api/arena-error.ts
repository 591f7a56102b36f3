/** An error response of the arena, or no response at all (`status` 0), with a message to show on the page. */
export class ArenaError extends Error {
  readonly status: number;
  readonly code: string;
  readonly remedy: string | undefined;
  /** The whole response body, for callers that read more of it: findings of a rejected file, the end of a cooldown. */
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
