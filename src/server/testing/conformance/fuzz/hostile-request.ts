import type { OutgoingHttpHeaders } from 'node:http';
import type { Random } from '../../../../random/random.ts';
import type { SampleRequest } from '../../sample/sample-server.ts';
import type { Person } from '../../sample/sample-wallets.ts';
import { HOSTILE_DOCUMENTS, HOSTILE_NUMBERS, HOSTILE_TEXTS } from './hostile-values.ts';
import type { Operation, Parameter } from './operations.ts';
import { type Meanings, valueFor } from './value-for.ts';

const PEOPLE: readonly Person[] = ['nobody', 'outsider', 'alice', 'bob', 'holder', 'idle', 'banned', 'barred', 'admin'];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/JSON;;;',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/gzip',
  '*/*',
  '/',
  'x'.repeat(1_000),
];
const FORM =
  '--x\r\nContent-Disposition: form-data; name="agent_name"\r\n\r\nshopper\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.py"\r\n\r\ndef agent_main(problem_data):\n    return []\r\n--x--\r\n';
const FORMS = [
  '',
  FORM,
  FORM,
  FORM.replace('agent_main', 'agent'),
  FORM.replace('return []', `return ${'('.repeat(300)}1${')'.repeat(300)}`),
  FORM.replace('return []', `return ${'9'.repeat(20_000)}`),
  FORM.replace('shopper', 'x'.repeat(500)),
  FORM.replace('shopper', '../../shopper'),
  '--x--\r\n',
  '--x\r\n\r\n--x--',
  '--x\r\nContent-Disposition: form-data; name="agent_name"\r\n\r\na\r\n',
  '--x\r\nContent-Disposition: form-data; name="agent_name"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="../../a.py"\r\n\r\nx = 1\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n\0\xff\r\n--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nb\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="agent_name"\r\n\r\na\0\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\ndef agent_main(p):\n  return []\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n',
];
const HEADERS: readonly OutgoingHttpHeaders[] = [
  { 'if-none-match': '*' },
  { 'if-none-match': `${'"a",'.repeat(500)}` },
  { 'if-match': '"a"' },
  { range: 'bytes=0-1,5-' },
  { 'accept-encoding': 'br;q=1.0, gzip;q=0, *;q=-1' },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { 'x-forwarded-for': '1.2.3.4, ::1, nonsense' },
  { 'x-http-method-override': 'DELETE' },
  { 'idempotency-key': 'k' },
  { 'idempotency-key': 'k'.repeat(6_000) },
  { 'idempotency-key': 'é\t ' },
  { 'last-event-id': '-1' },
  { cookie: 'a=b; '.repeat(500) },
  { origin: 'null' },
  { upgrade: 'h2c', connection: 'upgrade' },
  { host: 'evil.example' },
  { 'accept-version': '9.9.9' },
  { 'x-signature-version': '3' },
];

/** One request of a long series; the same number and seed give the same request. */
export function hostileRequest(random: Random, operation: Operation, meanings: Meanings): SampleRequest {
  const spoil = random.pick([0, 0, 0.05, 0.2, 0.5]);
  const value = ({ schema, name }: Parameter): string => plain(valueFor(schema, random, meanings, spoil, name));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
    return inPath(parameter === undefined ? '' : value(parameter), random, spoil);
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.6))
    .flatMap((parameter) => queryOf(parameter.name, value(parameter), random, spoil));
  if (random.chance(spoil / 2))
    query.push(random.pick(['', '&&', '=', '%', '%zz', '%00=1', 'a[b][c]=d', '__proto__=1']));
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const { body, headers } = bodyOf(operation, random, meanings, spoil);
  return {
    as: random.pick(random.chance(0.6) ? entitled(path) : PEOPLE),
    // Ending a session that other requests use would end the test.
    by: operation.path.endsWith('/logout') ? 'version 2' : 'session',
    method: random.chance(spoil / 5) ? random.pick(METHODS) : operation.method,
    target,
    headers: { ...headers, ...(random.chance(0.15) && random.pick(HEADERS)) },
    ...(body !== undefined && { body: Buffer.from(body, 'latin1') }),
  };
}

/** Callers that pass authentication. */
function entitled(path: string): readonly Person[] {
  if (path.startsWith('/v1/admin')) return ['admin'];
  if (path.startsWith('/v1/miner')) return ['alice', 'bob'];
  return path.startsWith('/v1/validator') ? ['holder', 'idle'] : PEOPLE;
}

function bodyOf(
  { method, body, path }: Operation,
  random: Random,
  meanings: Meanings,
  spoil: number,
): { body?: string; headers?: OutgoingHttpHeaders } {
  if (method === 'GET' && !random.chance(spoil / 4)) return {};
  if (/\/(submit|check)$/.test(path) && !random.chance(spoil)) {
    return { body: random.pick(FORMS), headers: { 'content-type': 'multipart/form-data; boundary=x' } };
  }
  if (random.chance(0.05)) return {};
  const type = random.chance(spoil / 3) ? random.pick(TYPES) : 'application/json';
  const text = random.chance(spoil / 2)
    ? random.pick([...HOSTILE_DOCUMENTS, ...FORMS])
    : valueFor(body ?? {}, random, meanings, spoil);
  // The bytes of the text, one character per byte.
  return { body: Buffer.from(text, 'utf8').toString('latin1'), headers: { 'content-type': type } };
}

/** The form of a JSON value in a URL. */
function plain(json: string): string {
  return /^"/.test(json) ? (JSON.parse(json) as string) : json;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function inPath(text: string, random: Random, spoil: number): string {
  if (!random.chance(spoil / 2)) return encoded(text).slice(0, 4_000);
  return random.pick([
    '',
    '.',
    '..',
    '%2e%2e',
    '%2f',
    '..%2f..',
    '%00',
    '%ff',
    '%',
    '%u0041',
    ';',
    '*',
    '//',
    '%0d%0a',
    ':',
    '@',
    '~',
    'a%2Fb',
  ]);
}

function queryOf(name: string, text: string, random: Random, spoil: number): string[] {
  const usual = `${encoded(name)}=${encoded(text).slice(0, 4_000)}`;
  if (!random.chance(spoil)) return [usual];
  return random.pick([
    [usual, usual],
    [`${name}[]=${encoded(text).slice(0, 100)}`],
    [`${name}[0]=1`, usual],
    [`${name}[a]=1`],
    [name],
    [`${name}=`],
    [`${name}=%00`],
    [`${name}=%ff`],
    [`${name}=${encoded(random.pick(HOSTILE_TEXTS)).slice(0, 4_000)}`],
    [`${name}=${random.pick(HOSTILE_NUMBERS)}`],
    Array<string>(50).fill(`${name}=1`),
  ]);
}
