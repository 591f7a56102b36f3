import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson } from '../../json/parse-json.ts';
import { checkSignature, DEFAULT_SIGNATURE_RULES } from './check-signature.ts';
import { requestMessage1, requestMessage2 } from './request-message.ts';

const PAGE = readFileSync(new URL('../../../docs/identity.md', import.meta.url), 'utf8');

const vectorSchema = z.strictObject({
  name: z.string(),
  version: z.union([z.literal(1), z.literal(2)]),
  arena: z.string(),
  method: z.string(),
  target: z.string(),
  body: z.string(),
  hotkey: z.string(),
  timestamp: z.string(),
  nonce: z.string(),
  message: z.string(),
  signature: z.string(),
});

const json = parseJson(/```json\n(.*?)```/s.exec(PAGE)?.[1] ?? '');
const vectors = z.array(vectorSchema).parse(json.ok ? json.value : undefined);

describe('the published test vectors', () => {
  it('there are test vectors for both signature versions', () => {
    expect(vectors.map(({ version }) => version)).toEqual([1, 2, 2]);
  });

  it.each(vectors)('the published test vector holds: $name', (vector) => {
    const { version, arena, hotkey, timestamp, nonce } = vector;
    const request = { method: vector.method, target: vector.target, body: Buffer.from(vector.body) };
    const stamp = { hotkey, timestamp, nonce };
    const message = version === 1 ? requestMessage1(stamp) : requestMessage2(stamp, { ...request, arena });
    expect(Buffer.from(message!).toString()).toBe(vector.message);
    const headers = {
      'X-Hotkey': hotkey,
      'X-Timestamp': timestamp,
      'X-Nonce': nonce,
      'X-Signature': vector.signature,
      'X-Signature-Version': String(version),
    };
    const rules = { ...DEFAULT_SIGNATURE_RULES, arena };
    expect(checkSignature({ ...request, headers }, rules, Number(timestamp))).toEqual({
      ok: true,
      hotkey,
      nonce,
      version,
      proof: { message: vector.message, signature: vector.signature },
    });
  });
});
