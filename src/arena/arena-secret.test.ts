import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ArenaSecret } from './arena-secret.ts';

describe('arena secret', () => {
  const secret = new ArenaSecret(randomBytes(32));

  it('opens what it sealed, for the same context only, and nothing that was changed', () => {
    const sealed = secret.seal('sk-1234 ✓', 'alice openrouter');
    expect(secret.unseal(sealed, 'alice openrouter')).toBe('sk-1234 ✓');
    expect(secret.unseal(sealed, 'bob openrouter')).toBeUndefined();
    expect(new ArenaSecret(randomBytes(32)).unseal(sealed, 'alice openrouter')).toBeUndefined();
    for (let place = 0; place < sealed.length; place++) {
      const touched = Uint8Array.from(sealed);
      touched[place]! ^= 1;
      expect(secret.unseal(touched, 'alice openrouter')).toBeUndefined();
    }
    expect(secret.unseal(new Uint8Array(5), 'alice openrouter')).toBeUndefined();
    expect(Buffer.from(sealed).toString('latin1')).not.toContain('sk-1234');
  });

  it('reads its own tickets, of the same kind, before they expire', () => {
    const ticket = secret.ticket('code', 'version 1', 1_000);
    expect(ticket).toMatch(/^[\w-]+$/);
    expect(secret.readTicket('code', ticket, 999)).toBe('version 1');
    expect(secret.readTicket('code', ticket, 1_000)).toBeUndefined();
    expect(secret.readTicket('upload', ticket, 999)).toBeUndefined();
    expect(new ArenaSecret(randomBytes(32)).readTicket('code', ticket, 999)).toBeUndefined();
    const otherStart = `${ticket.startsWith('A') ? 'B' : 'A'}${ticket.slice(1)}`;
    for (const forged of ['', 'a', ticket.slice(0, -2), otherStart, `${ticket}AAAA`]) {
      expect(secret.readTicket('code', forged, 999)).toBeUndefined();
    }
  });

  it('rejects a secret of fewer than 32 bytes', () => {
    expect(() => new ArenaSecret(new Uint8Array(31))).toThrow(RangeError);
  });
});

describe('rotated secret', () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const before = new ArenaSecret(old);
  const during = new ArenaSecret(fresh, old);
  const after = new ArenaSecret(fresh);

  it('a rotated secret opens what the earlier one sealed, and says which one it was', () => {
    const sealed = before.seal('sk-1', 'alice');
    expect(during.unseal(sealed, 'alice')).toBe('sk-1');
    expect(during.unseal(sealed, 'bob')).toBeUndefined();
    expect(after.unseal(sealed, 'alice')).toBeUndefined();
    expect(during.sealedWith(sealed, 'alice')).toBe('earlier');
    expect(during.sealedWith(sealed, 'bob')).toBe('unknown');
    expect(after.sealedWith(sealed, 'alice')).toBe('unknown');
  });

  it('a rotated secret seals, signs and draws with the first key', () => {
    const sealed = during.seal('sk-2', 'alice');
    expect(during.sealedWith(sealed, 'alice')).toBe('current');
    expect(after.unseal(sealed, 'alice')).toBe('sk-2');
    expect(before.unseal(sealed, 'alice')).toBeUndefined();
    expect(after.readTicket('code', during.ticket('code', 'x', 1_000), 0)).toBe('x');
    expect(during.draw('run 1')).toBe(after.draw('run 1'));
    expect(during.draw('run 1')).not.toBe(before.draw('run 1'));
  });

  it('a rotated secret accepts tickets of the earlier key until that is removed', () => {
    const ticket = before.ticket('code', 'version 1', 1_000);
    expect(during.readTicket('code', ticket, 999)).toBe('version 1');
    expect(during.readTicket('code', ticket, 1_000)).toBeUndefined();
    expect(after.readTicket('code', ticket, 999)).toBeUndefined();
    expect([before.hasEarlier, during.hasEarlier, after.hasEarlier]).toEqual([false, true, false]);
  });

  it('the id of a secret names it and reveals nothing of it', () => {
    expect(during.keyId).toBe(after.keyId);
    expect(during.keyId).not.toBe(before.keyId);
    expect(after.keyId).toMatch(/^[0-9a-f]{16}$/);
    expect(fresh.toString('hex')).not.toContain(after.keyId);
  });
});
