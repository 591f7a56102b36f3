import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import { chainCall, openChain } from './call-chain.ts';
import type { UnchainedCall } from './call-recorder.ts';
import { verifyCalls } from './verify-calls.ts';

const OPENING = sha256('attempt one');

function sampleCall(fields: Partial<UnchainedCall> = {}): UnchainedCall {
  return {
    time: '2026-05-04T10:00:00.123Z',
    kind: 'inference',
    method: 'POST',
    path: '/inference/chat/completions',
    parameters: { a: ['1', '2'], b: '☕' },
    request: { model: 'm', messages: [{ role: 'user', content: 'hi é \ud800' }], temperature: 0.1 },
    status: 200,
    response: { choices: [] },
    duration_ms: 12,
    usage: { prompt_tokens: 1, completion_tokens: 2 },
    price_microdollars: 3,
    fault: null,
    ...fields,
  };
}

function chain(calls: readonly UnchainedCall[], opening = OPENING): Buffer {
  let head = openChain(opening);
  const lines = calls.map((unchained) => {
    const { call, text } = chainCall(unchained, head);
    head = call;
    return `${text}\n`;
  });
  return Buffer.from(lines.join(''));
}

const THREE = chain([sampleCall(), sampleCall({ kind: 'health', response: 'healthy\n', request: null }), sampleCall()]);

function linesOf(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\n').slice(0, -1);
}

describe('verifyCalls', () => {
  it('verifyCalls returns the calls of an intact chain, and its head', () => {
    const { calls, head, flaw } = verifyCalls(THREE, OPENING);
    expect(flaw).toBeUndefined();
    expect(calls.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(calls[0]).toMatchObject(sampleCall());
    expect(calls[0]!.previous).toBe(OPENING);
    expect(head).toBe(calls[2]!.hash);
    expect(verifyCalls(new Uint8Array(), OPENING)).toEqual({ calls: [], head: OPENING });
  });

  it('verifyCalls accepts every valid call', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const text = fc.string({ unit: 'binary' });
    const call = fc
      .record({ request: json, response: json, method: text, path: text, parameters: fc.dictionary(text, text) })
      .map(sampleCall);
    fc.assert(
      fc.property(fc.array(call, { maxLength: 5 }), (calls) => {
        const verified = verifyCalls(chain(calls), OPENING);
        expect(verified.flaw).toBeUndefined();
        expect(verified.calls).toHaveLength(calls.length);
      }),
    );
  });

  it('verifyCalls detects any flipped bit and its line', () => {
    fc.assert(
      fc.property(fc.nat(THREE.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const changed = Buffer.from(THREE);
        changed[at]! ^= 1 << bit;
        const line = THREE.subarray(0, at).filter((byte) => byte === 0x0a).length + 1;
        const { flaw, calls } = verifyCalls(changed, OPENING);
        expect(flaw?.line).toBe(line);
        expect(calls).toHaveLength(line - 1);
        expect(flaw!.start).toBeLessThanOrEqual(at);
      }),
      { numRuns: 3000 },
    );
  });

  it('verifyCalls detects an inserted or removed byte', () => {
    fc.assert(
      fc.property(fc.nat(THREE.length - 1), fc.nat(255), (at, byte) => {
        const longer = Buffer.concat([THREE.subarray(0, at), Buffer.of(byte), THREE.subarray(at)]);
        const shorter = Buffer.concat([THREE.subarray(0, at), THREE.subarray(at + 1)]);
        expect(verifyCalls(longer, OPENING).flaw).toBeDefined();
        expect(verifyCalls(shorter, OPENING).flaw).toBeDefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('verifyCalls says where the altered call is', () => {
    const [first, second, third] = linesOf(THREE) as [string, string, string];
    const changed = Buffer.from([first, second.replace('healthy', 'wealthy'), third, ''].join('\n'));
    const start = Buffer.byteLength(first) + 1;
    expect(verifyCalls(changed, OPENING).flaw).toMatchObject({
      kind: 'hash wrong',
      line: 2,
      start,
      end: start + Buffer.byteLength(second),
    });
  });

  it.each<[string, string, (lines: string[]) => string[]]>([
    ['sequence wrong', 'a call left out', ([first, , third]) => [first!, third!]],
    ['sequence wrong', 'calls exchanged', ([first, second, third]) => [second!, first!, third!]],
    ['sequence wrong', 'a call twice', ([first, second]) => [first!, first!, second!]],
    ['not json', 'an empty line', ([first, second]) => [first!, '', second!]],
    ['not json', 'no JSON', () => ['hello']],
    ['not json', '200,000 levels', () => ['['.repeat(200_000) + ']'.repeat(200_000)]],
    ['not a call', 'another record', () => ['{"a":1}']],
    ['not a call', 'a list', () => ['[]']],
    ['not a call', 'a field more', ([first]) => [first!.replace('{', '{"a":1,')]],
    ['not canonical', 'white space', ([first]) => [first!.replace('{', '{ ')]],
    ['not canonical', 'an escape in place of a letter', ([first]) => [first!.replace('é', '\\u00e9')]],
    ['hash wrong', 'another price', ([first]) => [first!.replace('"price_microdollars":3', '"price_microdollars":2')]],
  ])('verifyCalls reports %s for %s', (kind, _, change) => {
    const changed = Buffer.from(change(linesOf(THREE)).join('\n').concat('\n'));
    expect(verifyCalls(changed, OPENING).flaw?.kind).toBe(kind);
  });

  it('verifyCalls rejects the calls of another attempt', () => {
    expect(verifyCalls(THREE, sha256('attempt two')).flaw).toMatchObject({ kind: 'previous wrong', line: 1, start: 0 });
    const spliced = Buffer.concat([THREE, chain([sampleCall()], sha256('attempt two'))]);
    expect(verifyCalls(spliced, OPENING).flaw).toMatchObject({ line: 4 });
  });

  it('verifyCalls detects a forged call whose own hash is right', () => {
    const [first] = linesOf(THREE) as [string];
    const forged = chainCall(sampleCall(), { sequence: 1, hash: sha256('elsewhere') }).text;
    expect(verifyCalls(Buffer.from(`${first}\n${forged}\n`), OPENING).flaw).toMatchObject({
      kind: 'previous wrong',
      line: 2,
    });
  });

  it('verifyCalls distinguishes a truncated line from a changed one', () => {
    expect(verifyCalls(THREE.subarray(0, -1), OPENING).flaw).toMatchObject({
      kind: 'torn',
      line: 3,
      end: THREE.length - 1,
    });
    expect(verifyCalls(Buffer.of(0xff, 0x0a), OPENING).flaw).toMatchObject({ kind: 'not utf-8', line: 1 });
  });
});
