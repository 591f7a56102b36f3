import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEveryEngineNightly } from '../../../store/testing/every-engine.ts';
import { scaled } from '../../../testing/scaled.ts';
import { passSampleDay, type SampleDay } from '../sample/sample-day.ts';
import { type SecretName, wordOf } from '../sample/sample-secrets.ts';
import { type Proof, SampleServer } from '../sample/sample-server.ts';
import { type Person, SAMPLE_PEOPLE, type Signer } from '../sample/sample-wallets.ts';
import { type SecretFinder, secretFinder } from '../sample/secrets-in.ts';
import type { Answered } from '../sample/send-request.ts';
import type { ReadCase } from './read-case.ts';
import { readCases } from './read-cases.ts';
import { patternOf, routesOf } from './routes-of.ts';
import { writeCases } from './write-cases.ts';

const SESSIONS = SAMPLE_PEOPLE.filter((person): person is Signer => person !== 'nobody' && person !== 'outsider');
const REFUSALS = [400, 401, 403, 404, 409, 503];

onEveryEngineNightly('visibility', (makeDatabase) => {
  let server: SampleServer;
  let day: SampleDay;
  let secretsIn: SecretFinder;
  const tickets: string[] = [];
  async function open(): Promise<void> {
    server = await SampleServer.open(makeDatabase);
    day = await passSampleDay(server);
    for (const name of ['alice', 'bob'] as const) {
      const body = { credential: wordOf(`credential of ${name}`) };
      await server.ask({ as: name, method: 'POST', target: '/v1/miner/inference-auth/chutes', body });
    }
    const tokens = await Promise.all(SESSIONS.map((person) => server.tokenOf(person)));
    secretsIn = secretFinder(server, day, tokens);
  }

  async function look(route: string, { path = [], query, body }: ReadCase, as: Person, by?: Proof): Promise<Answered> {
    const [method, pattern] = route.split(' ') as [string, string];
    const values = path.values();
    const target = pattern.replaceAll('{}', () => encodeURIComponent(values.next().value!));
    return await server.ask({
      as,
      method,
      target: query === undefined ? target : `${target}?${query}`,
      body,
      ...(by !== undefined && { by }),
    });
  }

  /** Secrets in the answer, its headers, and the files it links to. */
  async function secretsOf({ text, json, headers }: Answered): Promise<Set<SecretName>> {
    const files: string[] = [];
    JSON.stringify(json ?? null, (key, value: unknown) => {
      if (key.endsWith('download_url') && typeof value === 'string') files.push(value);
      return value;
    });
    const parts = [text, JSON.stringify(headers)];
    for (const url of files) {
      const { pathname } = new URL(url);
      tickets.push(pathname.split('/').at(-1)!);
      const file = await server.ask({ target: pathname.replace('/files/', '/%66iles/') });
      expect(file, url).toMatchObject({ status: 200 });
      parts.push(file.text);
    }
    return new Set(secretsIn(parts.join('\n')));
  }

  /** What is wrong with an endpoint's answer to a caller. */
  async function flawsOf(answer: Answered, { open, shows = {} }: ReadCase, as: Person): Promise<string[]> {
    const { status, text, json } = answer;
    const due = Object.entries(shows).flatMap(([name, seers]) => (seers.includes(as) ? [name as SecretName] : []));
    const found = await secretsOf(answer);
    const flaws: string[] = [];
    if (open.includes(as) ? status >= 400 : !REFUSALS.includes(status)) flaws.push(`${status} ${text.slice(0, 200)}`);
    // An anonymous caller is always asked for headers first, whatever else is wrong.
    const refused = (json as { detail?: { code?: string } } | undefined)?.detail?.code;
    if (as === 'nobody' && refused !== undefined && refused !== 'MISSING_HEADERS') flaws.push(refused);
    const [more, less] = [found.difference(new Set(due)), new Set(due).difference(found)];
    if (more.size > 0) flaws.push(`shows ${[...more].join(', ')}`);
    if (less.size > 0) flaws.push(`lacks ${[...less].join(', ')}`);
    return flaws;
  }

  describe('in a running arena', () => {
    beforeAll(open);
    afterAll(async () => await server.close());

    it('every route shows each caller what the table says', { timeout: scaled(120_000) }, async () => {
      const wrong: Record<string, string[]> = {};
      for (const [route, looks] of Object.entries(readCases(day))) {
        for (const one of looks) {
          for (const person of SAMPLE_PEOPLE) {
            const answer = await look(route, one, person);
            const flaws = await flawsOf(answer, one, person);
            if (flaws.length > 0)
              wrong[`${route} ${one.path ?? ''} ${JSON.stringify(one.body) ?? ''}, ${person}`] = flaws;
          }
        }
      }
      expect(wrong).toEqual({});
      expect(server.defects).toEqual([]);
      expect(secretsIn(server.log)).toEqual([]);
      expect(tickets.filter((ticket) => server.log.includes(ticket))).toEqual([]);
    });

    it('public routes show the same with signed headers as with a session', { timeout: scaled(60_000) }, async () => {
      const wrong: Record<string, string[]> = {};
      let seen = 0;
      for (const [route, looks] of Object.entries(readCases(day))) {
        if (!route.includes(' /v1/public/')) continue;
        for (const one of looks) {
          seen += Object.values(one.shows ?? {}).filter((seers) => seers.includes('alice')).length;
          for (const by of ['version 1', 'version 2'] as const) {
            const flaws = await flawsOf(await look(route, one, 'alice', by), one, 'alice');
            if (flaws.length > 0) wrong[`${route} ${one.path ?? ''} ${JSON.stringify(one.body) ?? ''}, ${by}`] = flaws;
          }
        }
      }
      expect(wrong).toEqual({});
      // Without secrets that only Alice may see, this would prove nothing.
      expect(seen).toBeGreaterThan(5);
    });

    it('HEAD requests show no more than GET', async () => {
      const wrong: string[] = [];
      const reads = Object.entries(readCases(day)).filter(([route]) => route.startsWith('GET'));
      for (const [route, [first]] of reads) {
        for (const person of ['nobody', 'alice', 'holder', 'admin'] as const) {
          const answer = await look(route.replace('GET', 'HEAD'), first!, person);
          const opened = answer.status < 400;
          if (opened !== first!.open.includes(person) || answer.bytes.length > 0) {
            wrong.push(`HEAD ${route}, ${person}: ${answer.status} ${answer.text}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    });

    it('the visibility table covers every route', async () => {
      const endpoints = routesOf(server.started.server).filter((route) => !route.startsWith('HEAD'));
      const described = Object.entries(server.started.server.swagger().paths!).flatMap(([path, methods]) =>
        Object.keys(methods!).map((method) => `${method.toUpperCase()} ${patternOf(path)}`),
      );
      const known = [...Object.keys(readCases(day)), ...writeCases(day).map(({ route }) => route)];
      // The stream has a separate test; the star stands for files of the documentation.
      const elsewhere = ['GET /v1/public/events', 'GET /docs/*'];
      expect(new Set([...endpoints, ...described])).toEqual(new Set([...known, ...elsewhere]));
    });
  });

  describe('in an arena with every permitted action', () => {
    beforeAll(open);
    afterAll(async () => await server.close());

    it('only permitted callers can change state, and others see no more afterwards', {
      timeout: scaled(120_000),
    }, async () => {
      const wrong: Record<string, string[]> = {};
      const head = async (): Promise<number> => await server.started.services.feed.head();
      for (const act of writeCases(day)) {
        // Permitted callers come last, so that others are not refused only because the action is already done.
        const people = SAMPLE_PEOPLE.toSorted((one, other) => +act.open.includes(one) - +act.open.includes(other));
        for (const person of people) {
          const before = await head();
          const answer = await look(act.route, act, person, act.by);
          const flaws = await flawsOf(answer, act, person);
          if (!act.open.includes(person) && (await head()) !== before) flaws.push('something happened');
          if (flaws.length > 0) wrong[`${act.route}, ${person}`] = flaws;
        }
      }
      for (const [route, looks] of Object.entries(readCases(day))) {
        for (const one of looks) {
          // The operator was registered meanwhile, which gives it access to more endpoints.
          for (const person of ['nobody', 'alice', 'bob', 'idle'] as const) {
            const found = await secretsOf(await look(route, one, person));
            const more = [...found].filter((name) => !one.shows?.[name]?.includes(person));
            if (more.length > 0) wrong[`${route} ${one.path ?? ''}, ${person}, afterwards`] = more;
          }
        }
      }
      expect(wrong).toEqual({});
      expect(server.defects).toEqual([]);
      expect(secretsIn(server.log)).toEqual([]);
      expect(tickets.filter((ticket) => server.log.includes(ticket))).toEqual([]);
    });
  });
});
