import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ArenaSecret } from './arena-secret.ts';

describe('the secret of an arena', () => {
  const secret = new ArenaSecret(randomBytes(32));

  it('opens what it sealed, for the same place only, and nothing that was touched', () => {
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

  it('reads its own tickets, of the same kind, in time', () => {
    const ticket = secret.ticket('code', 'version 1', 1_000);
    expect(ticket).toMatch(/^[\w-]+$/);
    expect(secret.readTicket('code', ticket, 999)).toBe('version 1');
    expect(secret.readTicket('code', ticket, 1_000)).toBeUndefined();
    expect(secret.readTicket('upload', ticket, 999)).toBeUndefined();
    expect(new ArenaSecret(randomBytes(32)).readTicket('code', ticket, 999)).toBeUndefined();
    for (const forged of ['', 'a', ticket.slice(0, -2), `A${ticket.slice(1)}`, `${ticket}AAAA`]) {
      expect(secret.readTicket('code', forged, 999)).toBeUndefined();
    }
  });

  it('is long', () => {
    expect(() => new ArenaSecret(new Uint8Array(31))).toThrow(RangeError);
  });
});
