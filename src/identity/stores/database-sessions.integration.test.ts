import { expect, it } from 'vitest';
import { onBothEngines } from '../../store/testing/every-engine.ts';
import { isSessionAlive, newSessionToken, type Session, sessionTokenHash } from '../session/session.ts';
import { describeSessions } from '../testing/sessions-conformance.ts';
import { inTurn, openSharedStore } from '../testing/shared-store.ts';
import { DatabaseSessions } from './database-sessions.ts';

function session(hotkey: string, createdAt: number): Session {
  const tokenHash = sessionTokenHash(newSessionToken());
  return { tokenHash, hotkey, role: 'validator', createdAt, expiresAt: createdAt + 7200 };
}

onBothEngines('sessions', (makeDatabase) => {
  describeSessions('DatabaseSessions', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    return { sessions: new DatabaseSessions(databases[0]), close };
  });

  describeSessions('DatabaseSessions of two servers', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const next = inTurn(databases.map((database) => new DatabaseSessions(database)));
    return {
      sessions: {
        open: (opened) => next().open(opened),
        find: (hash) => next().find(hash),
        end: (hash) => next().end(hash),
        endAll: (hotkey, at) => next().endAll(hotkey, at),
      },
      close,
    };
  });

  it('a hotkey has at most 32 sessions: the oldest end, and other hotkeys are not affected', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const sessions = new DatabaseSessions(databases[0]);
    const bob = session('bob', 1);
    await sessions.open(bob);
    const own = Array.from({ length: 40 }, (_, number) => session('alice', 1000 + Math.floor(number / 40)));
    const first = session('alice', 999);
    for (const one of [first, ...own]) {
      await sessions.open(one);
      expect(await sessions.find(one.tokenHash)).toBeDefined();
    }
    const found = await Promise.all(own.map((one) => sessions.find(one.tokenHash)));
    expect(found.filter((one) => one !== undefined)).toHaveLength(32);
    expect(await sessions.find(first.tokenHash)).toBeUndefined();
    expect(await sessions.find(bob.tokenHash)).toBeDefined();
    await close();
  });

  it('sessions are deleted some time after they expired', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const sessions = new DatabaseSessions(databases[0]);
    const [old, young] = [session('alice', 1000), session('bob', 8000)];
    for (const one of [old, young]) await sessions.open(one);
    expect(await sessions.find(old.tokenHash)).toBeDefined();
    await sessions.open(session('carol', 8801));
    expect(await sessions.find(old.tokenHash)).toBeUndefined();
    expect(await sessions.find(young.tokenHash)).toBeDefined();
    await close();
  });

  it('a session that was opened while all were being ended is dead', async () => {
    const { databases, close } = await openSharedStore(makeDatabase);
    const [one, other] = databases.map((database) => new DatabaseSessions(database)) as [
      DatabaseSessions,
      DatabaseSessions,
    ];
    const opened = Array.from({ length: 20 }, () => session('alice', 2000));
    await Promise.all([
      ...opened.map((each) => other.open(each)),
      one.endAll('alice', 2000),
      other.endAll('alice', 1999),
    ]);
    for (const each of opened) {
      const found = await one.find(each.tokenHash);
      expect(found !== undefined && isSessionAlive(found.session, found.revokedAfter, 2001)).toBe(false);
    }
    await close();
  });
});
