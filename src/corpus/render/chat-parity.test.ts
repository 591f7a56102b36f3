import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chatText, type TemplateMessage } from '../../chat/chat-text.ts';
import { parseJson } from '../../json/parse-json.ts';
import { toolList } from '../release/tool-list.ts';

interface FixtureRow {
  readonly id: string;
  readonly messages: readonly TemplateMessage[];
  readonly tools: string;
}

const fixtures = new URL('../../../python/trainer/tests/fixtures/', import.meta.url);

describe('chatText beside the trainer’s template', () => {
  // The trainer's own tests render the same rows with its template and compare them with the same file, so that neither
  // side can change alone. Update the file with `vitest run -u` after an intended change; the trainer's tests must then
  // pass too.
  it('chatText renders the shared rows as the file records for both renderers', async () => {
    const texts = sharedRows().map(({ id, messages, tools }) => ({ id, text: chatText(messages, toolList(tools)) }));
    expect(texts.length).toBeGreaterThanOrEqual(40);
    const lines = texts.map((line) => `${JSON.stringify(line)}\n`).join('');
    await expect(lines).toMatchFileSnapshot(fileURLToPath(new URL('chat-rendered.jsonl', fixtures)));
  });

  it('the rows shared with the trainer cover every kind', () => {
    const rows = sharedRows();
    const roles = new Set(rows.flatMap(({ messages }) => messages.map(({ role }) => role)));
    expect([...roles].sort()).toEqual(['assistant', 'system', 'tool', 'user']);
    expect(rows.some(({ messages }) => messages.some(({ tool_calls: calls }) => (calls?.length ?? 0) > 1))).toBe(true);
    expect(rows.some(({ messages }) => messages.some(({ content }) => content?.includes('<|im_end|>')))).toBe(true);
    expect(rows.some(({ tools }) => tools === '')).toBe(true);
  });
});

function sharedRows(): readonly FixtureRow[] {
  const lines = readFileSync(new URL('chat-rows.jsonl', fixtures), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const json = parseJson(line);
    if (!json.ok) throw new Error(json.reason);
    return json.value as FixtureRow;
  });
}
