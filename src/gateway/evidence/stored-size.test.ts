import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../json/canonical-json.ts';
import { recordedBody } from '../http/recorded-body.ts';
import { StoredSize, storedBound } from './stored-size.ts';

function storedBytes(body: Uint8Array | string): number {
  return Buffer.byteLength(canonicalJson(recordedBody(body).recorded));
}

/** Numbers as written by hand, which may be longer or shorter than in canonical JSON. */
const number = fc
  .tuple(fc.constantFrom('', '-'), fc.nat(99), fc.constantFrom('', '.5', '.0'), fc.integer({ min: -30, max: 30 }))
  .chain(([sign, whole, part, power]) =>
    fc.constantFrom(`${sign}${whole}${part}`, `${sign}${whole}${part}e${power}`, `${sign}${whole}${part}E+20`),
  );
const json = fc.oneof(
  fc.json({ stringUnit: 'binary' }),
  fc.array(number).map((numbers) => `[${numbers.join(',')}]`),
  fc.array(fc.string({ unit: 'binary' })).map((texts) => JSON.stringify(texts)),
  fc.array(number).map((numbers) => `{"a": [${numbers.join(' , ')}], "b": 123456789012345678901}`),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 500 }),
  fc
    .array(fc.constantFrom(0, 1, 9, 10, 31, 34, 92, 101, 127, 49), { maxLength: 500 })
    .map((list) => Uint8Array.from(list)),
  json.map((text) => Buffer.from(text)),
);

describe('StoredSize', () => {
  it('the stored size is never less than what a call keeps of a body', () => {
    fc.assert(
      fc.property(bytes, (body) => {
        expect(storedBytes(body)).toBeLessThanOrEqual(storedBound(body));
      }),
      { numRuns: 3000 },
    );
  });

  it('the stored size does not depend on how a body is split into chunks', () => {
    fc.assert(
      fc.property(bytes, fc.nat(500), (body, cut) => {
        const pieces = new StoredSize().add(body.subarray(0, cut)).add(body.subarray(cut));
        expect(pieces.bound).toBe(storedBound(body));
      }),
    );
  });

  it('the stored size is close to the length of ordinary requests, and six times that of NUL characters', () => {
    const chat = JSON.stringify({
      messages: [{ role: 'user', content: 'A lamp under 300 pesos, please. '.repeat(100) }],
    });
    expect(storedBound(chat)).toBeLessThan(1.5 * chat.length);
    expect(storedBound('\0'.repeat(1000))).toBeGreaterThanOrEqual(6000);
  });
});
