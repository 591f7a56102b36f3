import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readDocument, writeDocument } from './canonical-document.ts';

const schema = z.strictObject({ name: z.string(), count: z.int() });

function read(text: string | Uint8Array): ReturnType<typeof readDocument<z.infer<typeof schema>>> {
  return readDocument(Buffer.from(text), schema);
}

describe('a document', () => {
  it('writes a document in canonical form', () => {
    const value = { name: 'é\u2028\ud800', count: 1 };
    expect(Buffer.from(writeDocument(value)).toString()).toBe('{"count":1,"name":"é\u2028\\ud800"}');
    expect(readDocument(writeDocument(value), schema)).toEqual({ ok: true, value });
  });

  it('rejects a document that is not in canonical form', () => {
    const others: [text: string | Uint8Array, reason: RegExp][] = [
      ['{"name":"é","count":1}', /canonical form/],
      ['{"count":1,"name":"\\u00e9"}', /canonical form/],
      ['{"count":1, "name":"é"}', /canonical form/],
      ['{"count":1,"name":"é"}\n', /canonical form/],
      ['{"count":2,"count":1,"name":"é"}', /canonical form/],
      ['{"count":1.0,"name":"é"}', /canonical form/],
      ['{"count":-0,"name":"é"}', /canonical form/],
      ['\ufeff{"count":1,"name":"é"}', /is not JSON/],
      [Buffer.from([0x22, 0xff, 0x22]), /not valid UTF-8/],
      ['{"count":1e999,"name":"é"}', /count: /],
      ['{"count":1,"name":"é","more":1}', /more/],
      ['{"__proto__":{"count":1},"name":"é"}', /count: |__proto__/],
      ['[]', /expected object/],
      ['', /is not JSON/],
    ];
    for (const [text, reason] of others) {
      expect(read(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
    }
  });
});
