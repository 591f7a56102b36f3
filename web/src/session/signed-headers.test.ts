import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../../../src/identity/hotkey.ts';
import { checkSignature, DEFAULT_SIGNATURE_RULES } from '../../../src/identity/request/check-signature.ts';
import { wrapForWallet } from '../../../src/identity/text-signature.ts';
import { toHex } from './hex.ts';
import { accountsOf } from './injected-wallets.ts';
import { keySigner } from './key-signer.ts';
import { newNonce, signedHeaders } from './signed-headers.ts';
import type { Signer } from './signer.ts';

const rules = { ...DEFAULT_SIGNATURE_RULES, arena: 'assay-test', requireVersion2: true };
const now = 1_760_000_000;
const request = { arena: 'assay-test', method: 'POST', target: '/v1/chain/register', body: '{}', now };

async function judge(signer: Signer, body = '{}') {
  const headers = await signedHeaders(signer, { ...request, nonce: newNonce() });
  const distinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const arrived = { method: 'POST', target: request.target, headers: distinct, body: Buffer.from(body) };
  return checkSignature(arrived, rules, now);
}

describe('requests signed by the page', () => {
  it('the arena accepts a request that the page signs, body included', async () => {
    const signer = keySigner(randomBytes(32));
    expect(await judge(signer)).toMatchObject({ ok: true, hotkey: signer.address, version: 2 });
    expect(await judge(signer, '{"a":1}')).toMatchObject({ ok: false });
  });

  it('a wallet may sign a request, wrapped and with its scheme named', async () => {
    const hotkey = hotkeyFromSeed(randomBytes(32));
    for (const scheme of ['', '01']) {
      const wallet = {
        enable: async () => ({
          accounts: { get: async () => [{ address: hotkey.address, type: 'sr25519' }, { address: 'x' }, {}] },
          signer: {
            signRaw: async ({ data }: { data: string }) => {
              const bytes = hotkey.sign(wrapForWallet(Buffer.from(data.slice(2), 'hex')));
              return { signature: `0x${scheme}${toHex(bytes).slice(2)}` };
            },
          },
        }),
      };
      const accounts = await accountsOf(wallet);
      expect(accounts).toHaveLength(1);
      expect(await judge(accounts[0]!.signer)).toMatchObject({ ok: true, hotkey: hotkey.address });
    }
  });

  it('a request cannot be signed once the key is forgotten', async () => {
    const seed = randomBytes(32);
    const signer = keySigner(seed);
    signer.forget();
    await expect(signer.sign('x')).rejects.toThrow(/no longer in memory/);
    expect(seed.every((byte) => byte === 0)).toBe(true);
  });
});
