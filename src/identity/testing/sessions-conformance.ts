import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSessionAlive, newSessionToken, type Session, sessionTokenHash } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';

export interface OpenSessions {
  readonly sessions: Sessions;
  close(): Promise<void>;
}

/** The contract of every session store. */
export function describeSessions(name: string, open: () => Promise<OpenSessions>): void {
  describe(`${name} as a store of sessions`, () => {
    let opened: OpenSessions;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    function sessionOf(hotkey: string, createdAt: number): Session {
      const tokenHash = sessionTokenHash(newSessionToken());
      return { tokenHash, hotkey, role: 'miner', createdAt, expiresAt: createdAt + 7200 };
    }

    async function isAlive(session: Session, now: number): Promise<boolean> {
      const found = await opened.sessions.find(session.tokenHash);
      return found !== undefined && isSessionAlive(found.session, found.revokedAfter, now);
    }

    it('finds an open session until it ends', async () => {
      const session = sessionOf('alice', 1000);
      await opened.sessions.open(session);
      expect(await opened.sessions.find(session.tokenHash)).toEqual({ session, revokedAfter: undefined });
      expect(await opened.sessions.find(sessionTokenHash('other'))).toBeUndefined();
      await opened.sessions.end(session.tokenHash);
      await opened.sessions.end(session.tokenHash);
      expect(await isAlive(session, 1001)).toBe(false);
    });

    it('ends all sessions of one hotkey up to and including a given second', async () => {
      const [before, during, after, other] = [
        sessionOf('alice', 1999),
        sessionOf('alice', 2000),
        sessionOf('alice', 2001),
        sessionOf('bob', 1999),
      ];
      for (const session of [before, after, other]) await opened.sessions.open(session);
      await opened.sessions.endAll('alice', 2000.9);
      await opened.sessions.open(during);
      expect(await isAlive(before, 2002)).toBe(false);
      expect(await isAlive(during, 2002)).toBe(false);
      expect(await isAlive(after, 2002)).toBe(true);
      expect(await isAlive(other, 2002)).toBe(true);
    });

    it('an earlier end of all sessions does not undo a later one', async () => {
      await opened.sessions.endAll('alice', 2000);
      await opened.sessions.endAll('alice', 1000);
      const session = sessionOf('alice', 1500);
      await opened.sessions.open(session);
      expect(await isAlive(session, 2001)).toBe(false);
    });
  });
}
