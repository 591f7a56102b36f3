import { describe, expect, it } from 'vitest';
import { MemoryNonces } from '../testing/memory-nonces.ts';
import { sampleHotkey } from '../testing/sample-hotkeys.ts';
import type { ArrivedRequest } from './arrived-request.ts';
import { DEFAULT_SIGNATURE_RULES, type SignatureRules } from './check-signature.ts';
import { signRequest } from './sign-request.ts';
import { verifyRequest } from './verify-request.ts';

const NOW = 1_760_000_000;
const rules: SignatureRules = { ...DEFAULT_SIGNATURE_RULES, arena: 'assay:test' };
const alice = sampleHotkey('alice');
const bob = sampleHotkey('bob');
const content = { arena: rules.arena, method: 'GET', target: '/v1/miner/agents', body: new Uint8Array() };

function arrived(headers: Record<string, string>): ArrivedRequest {
  return { ...content, headers };
}

async function codeAt(request: ArrivedRequest, nonces: MemoryNonces, now: number): Promise<string> {
  const result = await verifyRequest(request, { rules, nonces, now });
  return result.ok ? 'ok' : result.code;
}

describe('verifying a request', () => {
  it('accepts a request once, for as long as its timestamp is valid', async () => {
    for (const version of [1, 2] as const) {
      for (const aheadSeconds of [-60, 0, 60]) {
        const nonces = new MemoryNonces();
        const request = arrived(signRequest(alice, { version, ...content, now: NOW + aheadSeconds }));
        expect(await codeAt(request, nonces, NOW + 0.9)).toBe('ok');
        for (let later = 0; later <= 121; later += 10.1) {
          expect(await codeAt(request, nonces, NOW + later)).not.toBe('ok');
        }
        expect(await codeAt(request, nonces, NOW + 120.99)).toBe(
          aheadSeconds === 60 ? 'NONCE_REUSED' : 'TIMESTAMP_SKEW',
        );
        expect(await codeAt(request, nonces, NOW + 121)).toBe('TIMESTAMP_SKEW');
      }
    }
  });

  it('counts a nonce per hotkey, across signature versions', async () => {
    const nonces = new MemoryNonces();
    const order = { ...content, now: NOW, nonce: 'same' };
    expect(await codeAt(arrived(signRequest(alice, { version: 1, ...order })), nonces, NOW)).toBe('ok');
    expect(await codeAt(arrived(signRequest(bob, { version: 1, ...order })), nonces, NOW)).toBe('ok');
    expect(await codeAt(arrived(signRequest(alice, { version: 2, ...order })), nonces, NOW)).toBe('NONCE_REUSED');
    expect(await codeAt(arrived(signRequest(bob, { version: 1, ...order })), nonces, NOW)).toBe('NONCE_REUSED');
  });

  it('a caller cannot use up the nonce of another', async () => {
    const nonces = new MemoryNonces();
    const headers = signRequest(alice, { version: 2, ...content, now: NOW });
    const forged = {
      ...headers,
      'X-Signature': signRequest(bob, { version: 2, ...content, now: NOW })['X-Signature']!,
    };
    expect(await codeAt(arrived(forged), nonces, NOW)).toBe('INVALID_SIGNATURE');
    expect(nonces.size).toBe(0);
    expect(await codeAt(arrived(headers), nonces, NOW)).toBe('ok');
  });

  it('accepts one of many concurrent copies of a request', async () => {
    const nonces = new MemoryNonces();
    const request = arrived(signRequest(alice, { version: 2, ...content, now: NOW }));
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeAt(request, nonces, NOW)));
    expect(codes.toSorted()).toEqual([...Array(7).fill('NONCE_REUSED'), 'ok']);
  });

  it('rejects requests when the nonce memory is full', async () => {
    const nonces = new MemoryNonces(1);
    expect(await codeAt(arrived(signRequest(alice, { version: 1, now: NOW })), nonces, NOW)).toBe('ok');
    const next = arrived(signRequest(alice, { version: 1, now: NOW }));
    expect(await verifyRequest(next, { rules, nonces, now: NOW })).toMatchObject({ code: 'NONCES_FULL', status: 503 });
  });
});
