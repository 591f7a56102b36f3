import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { spokenText } from './chat-text.ts';
import { readSpoken } from './spoken-calls.ts';

interface SpokenCase {
  readonly text: string;
  readonly content: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
}

// The trainer's reader is tested with the same file.
const file = new URL('../../python/trainer/tests/fixtures/spoken-answers.jsonl', import.meta.url);
const CASES = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as SpokenCase);

describe('readSpoken', () => {
  it.each(CASES)(
    'reads spoken call %# as the trainer does, and the template writes it back',
    ({ text, content, calls }) => {
      const read = readSpoken(text);
      expect(read.content).toBe(content);
      expect(read.calls.map((call) => call.function)).toEqual(calls);
      expect(spokenText({ role: 'assistant', content: read.content, tool_calls: read.calls })).toBe(text);
    },
  );

  it('the id of a spoken call depends only on the call and its position', () => {
    const call = '<tool_call>\n{"name": "find", "arguments": {}}\n</tool_call>';
    const [first, second] = readSpoken(`${call}\n${call}`).calls;
    expect(first!.id).not.toBe(second!.id);
    expect(readSpoken(call).calls[0]!.id).toBe(first!.id);
    // The id that the trainer's `spoken.py` gives the same call.
    expect(first!.id).toBe('call_715134636d3c0214');
  });
});
