import { type IncomingMessage, request as open } from 'node:http';
import { parseJson } from '../../../json/parse-json.ts';

export interface ReadEvent {
  readonly id: number;
  /** Missing if only the number advanced. */
  readonly what?: string;
  readonly data?: unknown;
}

/** Reads an event stream as a browser would. */
export class EventReader implements AsyncDisposable {
  readonly response: IncomingMessage;
  readonly #frames: AsyncGenerator<string>;

  private constructor(response: IncomingMessage) {
    this.response = response;
    this.#frames = framesOf(response);
  }

  static async open(url: string, target = '/v1/public/events', headers: Record<string, string> = {}) {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      open(`${url}${target}`, { headers, agent: false }, resolve).on('error', reject).end();
    });
    return new EventReader(response);
  }

  /** The next event with a number; `undefined` if the stream has ended. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const { value: frame, done } = await this.#frames.next();
      if (done) return undefined;
      const fields = new Map(frame.split('\n').map((line) => splitField(line)));
      const id = fields.get('id');
      if (id === undefined) continue;
      const data = fields.get('data');
      const json = data === undefined ? undefined : parseJson(data);
      const what = fields.get('event');
      return { id: Number(id), ...(what !== undefined && { what }), ...(json?.ok && { data: json.value }) };
    }
  }

  async take(count: number): Promise<ReadEvent[]> {
    const events: ReadEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) break;
      events.push(event);
    }
    return events;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.response.destroy();
  }
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(': ');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)];
}

async function* framesOf(response: IncomingMessage): AsyncGenerator<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    text += chunk;
    const frames = text.split('\n\n');
    text = frames.pop()!;
    yield* frames;
  }
}
