import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-address.ts';

describe('DATABASE_URL', () => {
  it('an unset DATABASE_URL means SQLite', () => {
    for (const text of [undefined, '', ' ']) expect(parseDatabaseUrl(text)).toEqual({ engine: 'sqlite' });
  });

  it('DATABASE_URL is shown without its secrets', () => {
    const places = {
      'postgres://user:s3cret@db.example:6432/arena': 'PostgreSQL at db.example:6432, database arena',
      'postgresql://user:s3cret@db.example': 'PostgreSQL at db.example',
      'postgres://user:s3cret@localhost/arena?host=/run/postgresql': 'PostgreSQL at /run/postgresql, database arena',
      'postgres:///arena?host=/run/pg&password=s3cret': 'PostgreSQL at /run/pg, database arena',
      'postgres://user:s3cret%40%2F%3F%23@db/a%20b': 'PostgreSQL at db, database a b',
      'postgres://user:s3cret@[::1]/arena': 'PostgreSQL at [::1], database arena',
    };
    for (const [url, place] of Object.entries(places)) {
      expect(parseDatabaseUrl(url)).toEqual({ engine: 'postgres', url, place });
    }
  });

  it('rejects an unreadable DATABASE_URL without repeating any of it', () => {
    const broken = [
      'mysql://user:s3cret@host/arena',
      's3cret',
      'postgres://user:s3cret/more@host/arena',
      'postgres://user:99/s3cret@host/arena',
      'postgres://user:99?s3cret@host/arena',
      'postgres://user:99#s3cret@host/arena',
      'postgres://user:s3cret@host:port/arena',
      'postgres://user:s3cret%zz@host/arena',
      'postgres://user:s3cret and more@host/arena',
    ];
    for (const url of broken) {
      let fault: unknown;
      try {
        parseDatabaseUrl(url);
      } catch (error) {
        fault = error;
      }
      expect(fault, url).toMatchObject({ code: 'USAGE', cause: undefined });
      expect(JSON.stringify([fault, String(fault)]), url).not.toContain('s3cret');
    }
  });
});
