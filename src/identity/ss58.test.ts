import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSs58, ss58Address } from './ss58.ts';

/** The development accounts that every Substrate node has. */
const KNOWN: readonly [publicKey: string, address: string][] = [
  [
    'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  ],
  [
    '8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48',
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
  ],
];

const publicKeys = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('SS58', () => {
  it('encodes and decodes the well-known SS58 addresses', () => {
    for (const [publicKey, address] of KNOWN) {
      const bytes = Uint8Array.from(Buffer.from(publicKey, 'hex'));
      expect(ss58Address(bytes)).toBe(address);
      expect(parseSs58(address)).toEqual({ ok: true, publicKey: bytes });
    }
  });

  it('SS58 round-trips any key', () => {
    fc.assert(
      fc.property(publicKeys, (publicKey) => {
        expect(parseSs58(ss58Address(publicKey))).toEqual({ ok: true, publicKey });
      }),
    );
  });

  it('explains why a text is not an SS58 address', () => {
    const [[, alice]] = KNOWN as [[string, string]];
    const cases: [address: string, reason: RegExp][] = [
      ['', /holds 0 bytes/],
      ['0OIl', /not base 58/],
      [`${alice.slice(0, -1)}Z`, /checksum/],
      [alice.slice(0, -1), /holds 34 bytes|checksum|network/],
      ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', /for network 0, not 42/],
      ['5'.repeat(100_000), /too long/],
    ];
    for (const [address, reason] of cases) {
      expect(parseSs58(address)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
    }
  });

  it('refuses to encode bytes that are not a key', () => {
    expect(() => ss58Address(new Uint8Array(31))).toThrow(RangeError);
  });
});
