import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleHotkey } from '../testing/sample-hotkeys.ts';
import { signatureText, wrapForWallet } from '../text-signature.ts';
import type { ArrivedRequest, HeaderFields } from './arrived-request.ts';
import { checkSignature, DEFAULT_SIGNATURE_RULES, type SignatureRules } from './check-signature.ts';
import { requestMessage1, requestMessage2 } from './request-message.ts';
import { requestTarget, signRequest } from './sign-request.ts';

const NOW = 1_760_000_000;
const rules: SignatureRules = { ...DEFAULT_SIGNATURE_RULES, arena: 'assay:test' };
const alice = sampleHotkey('alice');
const bob = sampleHotkey('bob');

const content = {
  arena: rules.arena,
  method: 'POST',
  target: '/v1/miner/submit?agent=caf%C3%A9&dry=1',
  body: Buffer.from('{"agent":"ünïcode"}'),
};
const first = signRequest(alice, { version: 1, now: NOW, nonce: 'nonce-1' });
const second = signRequest(alice, { version: 2, ...content, now: NOW, nonce: 'nonce-2' });

function arrived(headers: HeaderFields, change: Partial<ArrivedRequest> = {}): ArrivedRequest {
  return { method: content.method, target: content.target, body: content.body, headers, ...change };
}

function codeOf(request: ArrivedRequest, now = NOW, change: Partial<SignatureRules> = {}): string {
  const result = checkSignature(request, { ...rules, ...change }, now);
  return result.ok ? 'ok' : result.code;
}

function flipped(text: string, bit: number): string {
  const bytes = Buffer.from(text, 'latin1');
  bytes[bit >> 3]! ^= 1 << (bit & 7);
  return bytes.toString('latin1');
}

function anyBit(text: string | Uint8Array): fc.Arbitrary<number> {
  return fc.nat(text.length * 8 - 1);
}

const FLIPS = { numRuns: 40 };

describe('a signed request', () => {
  it('a signed request names its hotkey', () => {
    const said = { ok: true, hotkey: alice.address };
    expect(checkSignature(arrived(first), rules, NOW)).toMatchObject({ ...said, nonce: 'nonce-1', version: 1 });
    expect(checkSignature(arrived(second), rules, NOW)).toMatchObject({ ...said, nonce: 'nonce-2', version: 2 });
  });

  it('rejects a signed request with the error codes of the platform, in the order clients expect', () => {
    const lacking = (name: string): HeaderFields => ({ ...first, [name]: undefined });
    for (const name of ['X-Hotkey', 'X-Timestamp', 'X-Nonce', 'X-Signature']) {
      expect(checkSignature(arrived(lacking(name)), rules, NOW)).toEqual({
        ok: false,
        code: 'MISSING_HEADERS',
        status: 401,
        message: `Missing required authentication headers: ${name}`,
      });
      expect(codeOf(arrived({ ...first, [name]: '' }))).toBe('MISSING_HEADERS');
    }
    // Each case has all later faults as well, and gets the error of its own fault.
    const signature = signatureText(bob.sign(Buffer.from('something else')));
    const bad = { 'X-Hotkey': 'nobody', 'X-Timestamp': 'noon', 'X-Nonce': ':'.repeat(257), 'X-Signature': signature };
    expect(codeOf(arrived(bad))).toBe('INVALID_HOTKEY_FORMAT');
    const known = { ...bad, 'X-Hotkey': alice.address };
    expect(codeOf(arrived(known))).toBe('INVALID_TIMESTAMP');
    expect(codeOf(arrived({ ...known, 'X-Timestamp': '5' }))).toBe('TIMESTAMP_SKEW');
    const timely = { ...known, 'X-Timestamp': String(NOW) };
    expect(codeOf(arrived(timely))).toBe('NONCE_TOO_LONG');
    expect(codeOf(arrived({ ...timely, 'X-Nonce': 'a:b' }))).toBe('NONCE_INVALID_CHARS');
    expect(codeOf(arrived({ ...timely, 'X-Nonce': 'n' }))).toBe('INVALID_SIGNATURE');
    expect(codeOf(arrived({ ...first, 'X-Signature': 'not hexadecimal' }))).toBe('INVALID_SIGNATURE');
  });

  it('accepts a timestamp within the skew to either side, and no second more', () => {
    for (const skew of [-60, 60]) {
      expect(codeOf(arrived(first), NOW + skew)).toBe('ok');
      expect(codeOf(arrived(second), NOW + skew)).toBe('ok');
    }
    expect(codeOf(arrived(first), NOW + 60.999)).toBe('ok');
    for (const skew of [-60.001, -61, 61, 1e9, Number.NaN]) {
      expect(codeOf(arrived(first), NOW + skew)).toBe('TIMESTAMP_SKEW');
      expect(codeOf(arrived(second), NOW + skew)).toBe('TIMESTAMP_SKEW');
    }
  });

  it('accepts only timestamps of whole seconds in digits', () => {
    for (const timestamp of [
      '1e9',
      '1760000000.0',
      '0x68',
      ' 1760000000',
      '1760000000 ',
      '+1760000000',
      '１７６０',
      '1_7',
      '--1',
      '9'.repeat(16),
    ]) {
      expect(codeOf(arrived({ ...first, 'X-Timestamp': timestamp }))).toBe('INVALID_TIMESTAMP');
    }
    expect(codeOf(arrived({ ...first, 'X-Timestamp': '-1760000000' }))).toBe('TIMESTAMP_SKEW');
  });

  it('accepts a nonce of up to 256 visible characters', () => {
    const signed = (nonce: string) => arrived(signRequest(alice, { version: 1, now: NOW, nonce }));
    expect(codeOf(signed('n'.repeat(256)))).toBe('ok');
    expect(codeOf(signed('n'.repeat(257)))).toBe('NONCE_TOO_LONG');
    expect(codeOf(signed('!~;9'))).toBe('ok');
    for (const nonce of ['a:b', 'a b', 'n, n', 'ä', 'a\tb', 'a\nb', '\u200b', 'a\u0000']) {
      expect(codeOf(signed(nonce))).toBe('NONCE_INVALID_CHARS');
    }
  });

  it('accepts a request signed by a browser wallet, which wraps the bytes', () => {
    const stamp = { hotkey: alice.address, timestamp: String(NOW), nonce: 'n' };
    const headers = { 'X-Hotkey': stamp.hotkey, 'X-Timestamp': stamp.timestamp, 'X-Nonce': stamp.nonce };
    const one = signatureText(alice.sign(wrapForWallet(requestMessage1(stamp))));
    expect(codeOf(arrived({ ...headers, 'X-Signature': one }))).toBe('ok');
    const two = signatureText(alice.sign(wrapForWallet(requestMessage2(stamp, content)!)));
    expect(codeOf(arrived({ ...headers, 'X-Signature': two, 'X-Signature-Version': '2' }))).toBe('ok');
  });

  it('accepts signature headers in any case, but each only once', () => {
    const respell = (spell: (name: string) => string) =>
      Object.fromEntries(Object.entries(second).map(([name, value]) => [spell(name), value]));
    expect(codeOf(arrived(respell((name) => name.toLowerCase())))).toBe('ok');
    expect(codeOf(arrived(respell((name) => name.toUpperCase())))).toBe('ok');
    for (const [name, value] of Object.entries(second)) {
      const code = name === 'X-Signature-Version' ? 'SIGNATURE_VERSION_UNSUPPORTED' : 'MISSING_HEADERS';
      expect(codeOf(arrived({ ...second, [name]: [value] }))).toBe('ok');
      expect(codeOf(arrived({ ...second, [name]: [value, value] }))).toBe(code);
      expect(codeOf(arrived({ ...second, [name.toLowerCase()]: value }))).toBe(code);
      expect(codeOf(arrived({ ...second, [name]: `${value}, ${value}` }))).not.toBe('ok');
      expect(codeOf(arrived({ ...second, [name]: `${value} ` }))).not.toBe('ok');
    }
  });

  it('rejects a signed request under another hotkey', () => {
    expect(codeOf(arrived({ ...first, 'X-Hotkey': bob.address }))).toBe('INVALID_SIGNATURE');
    expect(codeOf(arrived({ ...second, 'X-Hotkey': bob.address }))).toBe('INVALID_SIGNATURE');
  });
});

describe('version 1', () => {
  it('version 1 rejects any flipped bit of its headers, except the case of a hexadecimal digit', () => {
    for (const name of ['X-Hotkey', 'X-Timestamp', 'X-Nonce', 'X-Signature'] as const) {
      const value = first[name]!;
      fc.assert(
        fc.property(anyBit(value), (bit) => {
          const changed = flipped(value, bit);
          fc.pre(name !== 'X-Signature' || changed.toLowerCase() !== value);
          expect(codeOf(arrived({ ...first, [name]: changed }))).not.toBe('ok');
        }),
        FLIPS,
      );
    }
  });
});

describe('version 2', () => {
  it('version 2 rejects any flipped bit of its headers', () => {
    for (const [name, value] of Object.entries(second)) {
      fc.assert(
        fc.property(anyBit(value), (bit) => {
          expect(codeOf(arrived({ ...second, [name]: flipped(value, bit) }))).not.toBe('ok');
        }),
        FLIPS,
      );
    }
  });

  it('version 2 rejects any flipped bit of method, target, body or arena', () => {
    fc.assert(
      fc.property(anyBit(content.target), anyBit(content.method), anyBit(content.body), (target, method, body) => {
        expect(codeOf(arrived(second, { target: flipped(content.target, target) }))).toBe('INVALID_SIGNATURE');
        expect(codeOf(arrived(second, { method: flipped(content.method, method) }))).toBe('INVALID_SIGNATURE');
        const other = Buffer.from(flipped(content.body.toString('latin1'), body), 'latin1');
        expect(codeOf(arrived(second, { body: other }))).toBe('INVALID_SIGNATURE');
      }),
      FLIPS,
    );
    expect(codeOf(arrived(second), NOW, { arena: 'assay:tesu' })).toBe('INVALID_SIGNATURE');
  });

  it('version 2 accepts the target exactly as written, and no other spelling', () => {
    const targets = [
      '/v1/miner/submit?agent=caf%c3%a9&dry=1',
      '/v1/miner/submit?agent=café&dry=1',
      '/v1/miner/submit/?agent=caf%C3%A9&dry=1',
      '/v1//miner/submit?agent=caf%C3%A9&dry=1',
      '/v1/./miner/submit?agent=caf%C3%A9&dry=1',
      '/v1/miner%2Fsubmit?agent=caf%C3%A9&dry=1',
      '/v1/miner/submit?dry=1&agent=caf%C3%A9',
      '/v1/miner/submit?agent=caf%C3%A9&dry=1&',
      '/v1/miner/submit?agent=caf%C3%A9&dry=1#x',
      '/v1/miner/submit',
      'http://arena/v1/miner/submit?agent=caf%C3%A9&dry=1',
      '',
    ];
    for (const target of targets) expect(codeOf(arrived(second, { target }))).toBe('INVALID_SIGNATURE');
  });

  it('version 2 distinguishes an empty body from any other, and the case of the method', () => {
    const empty = signRequest(alice, { version: 2, ...content, body: new Uint8Array(), now: NOW });
    expect(codeOf(arrived(empty, { body: new Uint8Array() }))).toBe('ok');
    for (const body of ['\0', ' ', '{}', 'null']) {
      expect(codeOf(arrived(empty, { body: Buffer.from(body) }))).toBe('INVALID_SIGNATURE');
    }
    expect(codeOf(arrived(second, { method: 'post' }))).toBe('INVALID_SIGNATURE');
  });

  it('version 2 is never accepted as version 1, nor version 1 as version 2', () => {
    const { 'X-Signature-Version': _, ...stripped } = second;
    expect(codeOf(arrived(stripped))).toBe('INVALID_SIGNATURE');
    expect(codeOf(arrived({ ...second, 'X-Signature-Version': '1' }))).toBe('INVALID_SIGNATURE');
    expect(codeOf(arrived({ ...first, 'X-Signature-Version': '2' }))).toBe('INVALID_SIGNATURE');
    expect(codeOf(arrived({ ...first, 'X-Signature-Version': '1' }))).toBe('ok');
    for (const version of ['', '3', '02', '2 ', 'v2']) {
      expect(codeOf(arrived({ ...second, 'X-Signature-Version': version }))).toBe('SIGNATURE_VERSION_UNSUPPORTED');
    }
  });

  it('an arena can require signature version 2', () => {
    expect(codeOf(arrived(first), NOW, { requireVersion2: true })).toBe('SIGNATURE_VERSION_REQUIRED');
    expect(codeOf(arrived(second), NOW, { requireVersion2: true })).toBe('ok');
  });

  it('different requests have different version 2 messages', () => {
    const line = fc.string({ unit: fc.constantFrom('a', '/', '/', 'a', '\n'), minLength: 1, maxLength: 2 });
    const part = fc.record({ arena: line, method: line, rest: line, nonce: line });
    const message = ({ arena, method, rest, nonce }: { arena: string; method: string; rest: string; nonce: string }) =>
      requestMessage2(
        { hotkey: alice.address, timestamp: '1', nonce },
        { arena, method, target: `/${rest}`, body: new Uint8Array() },
      );
    fc.assert(
      fc.property(part, part, (left, right) => {
        const [one, two] = [message(left), message(right)];
        if (one === undefined || two === undefined) return;
        const same = JSON.stringify(left) === JSON.stringify(right);
        expect(Buffer.compare(one, two) === 0).toBe(same);
      }),
      { numRuns: 300 },
    );
  });
});

describe('signing a request', () => {
  it('signing a request uses a new nonce every time', () => {
    const nonces = [1, 2].map(() => signRequest(alice, { version: 1, now: NOW })['X-Nonce']);
    expect(nonces[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('refuses to sign a request that could be read in two ways', () => {
    for (const change of [{ target: 'v1' }, { target: '/a b' }, { target: '/a\nb' }, { method: '' }, { arena: 'ä' }]) {
      expect(() => signRequest(alice, { version: 2, ...content, ...change, now: NOW })).toThrow('was not signed');
    }
  });

  it('signs the request target as a client sends it', () => {
    expect(requestTarget(new URL('https://arena/v1/ü x?q=a b#part'))).toBe('/v1/%C3%BC%20x?q=a%20b');
    expect(requestTarget(new URL('https://arena'))).toBe('/');
    expect(requestTarget(new URL('https://arena/a?#b?'))).toBe('/a?');
    expect(requestTarget(new URL('https://arena/a#b?'))).toBe('/a');
  });
});
