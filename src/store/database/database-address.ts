import { Fault } from '../../fault/fault.ts';

export type DatabaseAddress =
  | { readonly engine: 'sqlite' }
  | {
      readonly engine: 'postgres';
      /** With the password; only for the library that connects. */
      readonly url: string;
      /** Without the password, for messages. */
      readonly place: string;
    };

/** Parses `DATABASE_URL`. Unset or empty means the file in the data folder. */
export function parseDatabaseUrl(text: string | undefined): DatabaseAddress {
  if (text === undefined || text.trim() === '') return { engine: 'sqlite' };
  const url = URL.parse(text.trim());
  // Neither a cause nor any part of the text: the error of the URL parser repeats its input, including the password.
  if (url === null) throw unreadable('cannot be read as an address');
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') {
    throw unreadable('does not begin with postgres://');
  }
  // An unescaped slash, hash or question mark in a password ends the host there, and the rest of the password would be
  // read as the database name.
  if (/@/.test(`${url.pathname}${url.search}${url.hash}`)) throw unreadable('has a @ behind the host');
  // The library would then encode the whole address again and connect to something else.
  if (/\s|%(?![0-9a-f]{2})/i.test(text.trim())) throw unreadable('has a space, or a % that encodes nothing, in it');
  return { engine: 'postgres', url: text.trim(), place: placeOf(url) };
}

function placeOf(url: URL): string {
  const host = url.searchParams.get('host') ?? decoded(url.hostname);
  const port = url.port === '' ? '' : `:${url.port}`;
  const name = decoded(url.pathname.slice(1));
  return `PostgreSQL at ${host === '' ? 'localhost' : host}${port}${name === '' ? '' : `, database ${name}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unreadable(what: string): Fault {
  return new Fault('USAGE', {
    message: `DATABASE_URL ${what}.`,
    remedy:
      'Write postgres://USER:PASSWORD@HOST:5432/DATABASE, with characters such as @ / ? # % in the password as %40 %2F %3F %23 %25; or leave it out to use SQLite.',
  });
}
