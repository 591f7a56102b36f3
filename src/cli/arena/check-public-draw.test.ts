import { describe, expect, it } from 'vitest';
import { type LedgerEventWire, ledgerEventToWire } from '../../board/ledger-event.ts';
import { type Hotkey, hotkeyFromSeed } from '../../identity/hotkey.ts';
import { signRequest } from '../../identity/request.ts';
import { signatureText } from '../../identity/text-signature.ts';
import type { Beacon, DrawDocument } from '../../problems/suites.ts';
import { ledgerBeacon } from '../../problems/suites.ts';
import { eventAfter, type JsonValue, NO_EVENTS } from '../../store/database.ts';
import { checkPublicDraw } from './check-public-draw.ts';

const COMMITTED_AT = '2026-11-16T20:00:00.000Z';
const validator = hotkeyFromSeed(new Uint8Array(32).fill(7));
const commitment = 'c'.repeat(64);

function event(before: { sequence: number; hash: string }, what: string, data: JsonValue) {
  const when = Date.parse(COMMITTED_AT);
  return eventAfter(before, { who: 'arena', what, when, why: 'test', subject: 'race 1', data });
}

function committedEvent(beacon: JsonValue) {
  const data = { race_id: 'race', draw_commitment: commitment, beacon, wall_time: COMMITTED_AT };
  return event(NO_EVENTS, 'race.committed', data);
}

function proofOf(hotkey: Hotkey, at: string) {
  const now = Date.parse(at) / 1_000;
  const content = { arena: 'sample', method: 'POST', target: '/v1/validator/work/claim', body: new Uint8Array() };
  const headers = signRequest(hotkey, { version: 2, ...content, now, nonce: 'n1' });
  const bodyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const lines = ['assay-request-v2', 'sample', 'POST', content.target, bodyHash, hotkey.address, String(now), 'n1'];
  return { hotkey: hotkey.address, message: lines.join('\n'), signature: headers['X-Signature']! };
}

function drawWith(beacon: Beacon | null): DrawDocument {
  const seed = 'a'.repeat(64);
  return { version: 2, race: 'race', seed, size: 1, pool: [], commitment, beacon, problem_ids: [] };
}

function check(beacon: Beacon, plan: JsonValue = { kind: beacon.kind }, published: JsonValue = beacon) {
  const committed = committedEvent(plan);
  const data = { race_id: 'race', draw_commitment: commitment, beacon: published };
  const started = event(committed, 'race.started', data);
  return checkPublicDraw(drawWith(beacon), [committed, started].map(ledgerEventToWire));
}

describe('a draw with signatures of validators', () => {
  const { sequence, hash: head } = committedEvent({ kind: 'ledger' });
  const proof = proofOf(validator, '2026-11-16T20:00:05.000Z');
  const honest = ledgerBeacon({ sequence, head, signatures: [proof] });

  it('a draw with validator signatures matches what the arena published', () => {
    expect(check(honest)).toEqual({ commitment, findings: [] });
  });

  it.each<[string, Beacon]>([
    ['did not sign', ledgerBeacon({ sequence, head, signatures: [{ ...proof, message: `${proof.message}0` }] })],
    [
      'did not sign',
      ledgerBeacon({
        sequence,
        head,
        signatures: [{ ...proof, signature: signatureText(hotkeyFromSeed(new Uint8Array(32)).sign(new Uint8Array())) }],
      }),
    ],
    [
      'signed before the commitment',
      ledgerBeacon({ sequence, head, signatures: [proofOf(validator, '2026-11-16T19:50:00.000Z')] }),
    ],
    ['its ledger head is not event 1', ledgerBeacon({ sequence, head: 'd'.repeat(64), signatures: [proof] })],
  ])('a draw with wrong validator signatures is detected: %s', (message, beacon) => {
    expect(check(beacon).findings.join()).toContain(message);
  });

  it('a draw that is not the published one, or of another kind than announced, is detected', () => {
    const without = ledgerBeacon({ sequence, head, signatures: [] });
    expect(check(honest, { kind: 'ledger' }, without).findings.join()).toContain('is not the one that was published');
    expect(check({ kind: 'given', value: 'mine' }, { kind: 'ledger' }).findings.join()).toContain('given was used');
  });
});

describe('a draw with the hash of a block', () => {
  const beacon = { kind: 'chain', block: 120, value: '0xcafe' } as const;

  it('a draw with a block hash must name the announced block', () => {
    expect(check(beacon, { kind: 'chain', block: 120 }).findings).toEqual([]);
    expect(check(beacon, { kind: 'chain', block: 119 }).findings.join()).toContain('block 119 was announced');
  });
});

describe('a race without an event', () => {
  it('a race without an event has no commitment', () => {
    expect(checkPublicDraw(drawWith(null), [])).toEqual({ commitment: undefined, findings: [] });
    const beacon = { kind: 'given', value: 'mine' } as const;
    expect(checkPublicDraw(drawWith(beacon), []).findings).toEqual([
      'ledger: no commitment was published before the draw',
    ]);
  });

  it('a race of an arena from before beacons has the commitment of its start', () => {
    const { version: _, size: _size, beacon: _beacon, ...early } = drawWith(null) as never as Record<string, unknown>;
    const started = event(NO_EVENTS, 'race.started', { race_id: 'race', draw_commitment: commitment });
    const events: LedgerEventWire[] = [ledgerEventToWire(started)];
    expect(checkPublicDraw(early as never, events)).toEqual({ commitment, findings: [] });
  });
});
