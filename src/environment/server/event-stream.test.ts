import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventStream } from './event-stream.ts';

/** Reads events as the client of the Open Reward Standard does: it strips the beginning of every value. */
function readEvents(stream: string): readonly { readonly event: string; readonly data: string }[] {
  return stream
    .trimEnd()
    .split('\n\n')
    .filter((part) => !part.startsWith(':'))
    .map((part) => {
      const [event, data] = part.split('\n').map((line) => line.slice(line.indexOf(':') + 1).trimStart());
      return { event: event!, data: data! };
    });
}

describe('event streams', () => {
  it('the client reads every JSON text as it was sent', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(' ', '\u00a0', '\n', '\u2028', '\ud800', 'é😀'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyText), fc.integer({ min: 0, max: 9000 }), async (texts, spaces) => {
        const value = [...texts, ' '.repeat(spaces), 'end'];
        const result = { event: 'end', data: JSON.stringify(value) } as const;
        const events = readEvents(await text(eventStream('x', Promise.resolve(result))));
        expect(events[0]).toEqual({ event: 'task_id', data: 'x' });
        expect(events.slice(1).map(({ event }) => event)).toEqual([...events.slice(2).map(() => 'chunk'), 'end']);
        const joined = events.slice(1).map(({ data }) => data);
        expect(JSON.parse(joined.join(''))).toEqual(value);
        expect(Math.max(...joined.map(({ length }) => length))).toBeLessThan(5000);
      }),
    );
  });

  it('sends the id before the result is there, and an error as one line', async () => {
    const { promise, resolve } = Promise.withResolvers<{ readonly event: 'error'; readonly data: string }>();
    const stream = eventStream('x', promise).setEncoding('utf8')[Symbol.asyncIterator]();
    expect((await stream.next()).value).toBe('event: task_id\ndata: x\n\n');
    resolve({ event: 'error', data: 'It failed.\n\nevent: end' });
    expect((await stream.next()).value).toBe('event: error\ndata: It failed. event: end\n\n');
    expect((await stream.next()).done).toBe(true);
  });
});
