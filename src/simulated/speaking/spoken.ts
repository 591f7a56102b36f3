/** The answer of a simulated model, before it is converted to the API's format. */
export interface Spoken {
  readonly content: string;
  readonly calls: readonly SpokenCall[];
}

interface SpokenCall {
  readonly name: string;
  /** JSON as the model wrote it; not necessarily well-formed. */
  readonly arguments: string;
}

export function saying(content: string): Spoken {
  return { content, calls: [] };
}
