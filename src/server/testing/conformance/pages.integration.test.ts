import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../../store/testing/every-engine.ts';
import { scaled } from '../../../testing/scaled.ts';
import { passSampleDay, type SampleDay } from '../sample/sample-day.ts';
import { SampleServer } from '../sample/sample-server.ts';
import { addressOf, type Person } from '../sample/sample-wallets.ts';

interface List {
  readonly target: string;
  readonly as: Person;
  /** Name of the list in the answer; `undefined` if the answer itself is the list. */
  readonly name: string | undefined;
  readonly most: number;
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly schema: { readonly maximum?: number } }[];
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: ListSchema }> }>>;
}

interface ListSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
}

/** Every endpoint whose description has paging. */
function listsIn(document: unknown, { versions, agents, races, problems }: SampleDay): List[] {
  const { paths } = document as { paths: Readonly<Record<string, { readonly get?: Described }>> };
  const parts: Readonly<Record<string, string>> = {
    agent_version_id: versions.aliceFirst,
    agent_id: agents.alice,
    race_id: races.over,
    problem_id: problems.open[0]!,
    hotkey: addressOf('alice'),
    validator_hotkey: addressOf('holder'),
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const limit = get?.parameters?.find(({ name }) => name === 'limit');
    if (limit === undefined || !get!.parameters!.some(({ name }) => name === 'offset')) return [];
    const { properties = {} } = get!.responses['200']!.content!['application/json']!.schema;
    const name = Object.keys(properties).find((key) => properties[key]!.type === 'array');
    const target = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part]!);
    const as = path.startsWith('/v1/admin') ? 'admin' : path.startsWith('/v1/miner') ? 'alice' : 'nobody';
    return [{ target, as, name, most: limit.schema.maximum! }];
  });
}

onEveryEngine('reading lists', (makeDatabase) => {
  let server: SampleServer;
  let day: SampleDay;
  let lists: readonly List[];
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
    day = await passSampleDay(server);
    lists = listsIn((await server.ask({ target: '/openapi.json' })).json, day);
  });
  afterAll(async () => await server.close());

  async function read({ target, as, name }: List, query: string): Promise<unknown[]> {
    const { status, json } = await server.ask({ as, target: `${target}?${query}` });
    expect(status, `${target}?${query}`).toBe(200);
    return (name === undefined ? json : (json as Record<string, unknown>)[name]) as unknown[];
  }

  /** Removes values that change with the clock. */
  function steady(items: readonly unknown[]): string[] {
    return items.map((item) =>
      JSON.stringify(item, (key, value) => (/estimated|reason|age|seconds/.test(key) ? 0 : value)),
    );
  }

  describe('page by page', () => {
    it('reading page by page gives the same as at once, for any page size', { timeout: scaled(60_000) }, async () => {
      expect(lists.length).toBeGreaterThan(15);
      for (const list of lists) {
        const all = steady(await read(list, `limit=${list.most}`));
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.nat({ max: all.length + 3 }), async (limit, offset) => {
            const page = steady(await read(list, `limit=${limit}&offset=${offset}`));
            expect(page, list.target).toEqual(all.slice(offset, offset + limit));
          }),
          { numRuns: 6, seed: 1 },
        );
      }
    });

    it('page parameters beyond their bounds are rejected', { timeout: scaled(60_000) }, async () => {
      for (const list of lists) {
        await read(list, `limit=${list.most}&offset=0`);
        await read(list, `limit=1&offset=${Number.MAX_SAFE_INTEGER}`);
        const beyond = [
          `limit=${list.most + 1}`,
          'limit=0',
          'limit=-1',
          'limit=1.5',
          'limit=x',
          'limit=',
          'limit=1&limit=2',
          'limit=1e999',
          'offset=-1',
          'offset=1.5',
          'offset=9007199254740993',
          'offset=x',
          'offset=0&offset=1',
        ];
        for (const query of beyond) {
          const { status, json } = await server.ask({ as: list.as, target: `${list.target}?${query}` });
          expect(status, `${list.target}?${query}`).toBe(422);
          const { detail } = json as { detail: { loc: unknown[] }[] };
          expect(detail[0]?.loc, `${list.target}?${query}`).toEqual(['querystring', query.split('=')[0]]);
        }
      }
    });

    it('the ledger is the same in any pages', async () => {
      const { json } = await server.ask({ target: '/v1/public/ledger?limit=1000' });
      const { events, head } = json as { events: { sequence: number }[]; head: number };
      expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: head }, (_, index) => index + 1));
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.nat({ max: head + 5 }), async (limit, after) => {
          const page = await server.ask({ target: `/v1/public/ledger?limit=${limit}&after=${after}` });
          expect((page.json as { events: unknown }).events).toEqual(events.slice(after, after + limit));
        }),
        { numRuns: 20, seed: 1 },
      );
    });
  });

  describe('again', () => {
    const target = '/v1/public/suites';

    it('an unchanged list is answered with 304', async () => {
      const first = await server.ask({ target });
      const tag = first.headers.etag!;
      expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await server.ask({ target, headers: { 'if-none-match': header } });
        expect([again.status, again.text, again.headers.etag], header).toEqual([304, '', tag]);
      }
      for (const header of ['"other"', tag.replaceAll('"', ''), '', ',,,']) {
        const again = await server.ask({ target, headers: { 'if-none-match': header } });
        expect([again.status, again.text], header).toEqual([200, first.text]);
      }
    });

    it('a private answer is not cached for others', async () => {
      const runs = `/v1/public/agent-versions/${day.versions.aliceFirst}/runs`;
      const [mine, others] = [await server.ask({ as: 'alice', target: runs }), await server.ask({ target: runs })];
      expect(mine.headers.etag).not.toBe(others.headers.etag);
      expect(mine.headers['cache-control']).toContain('private');
      const code = await server.ask({ as: 'alice', target: runs.replace('/runs', '/code') });
      expect(code.headers['cache-control']).toBe('private, no-store');
      const problems = `/v1/validator/evaluation-runs/${day.runs.held}/problems`;
      expect((await server.ask({ as: 'holder', target: problems })).headers['cache-control']).toBe('no-store');
    });

    it('a conditional request does not bypass an error', async () => {
      const headers = { 'if-none-match': '*' };
      expect((await server.ask({ target: '/v1/miner/agents', headers })).status).toBe(401);
      expect((await server.ask({ target: '/v1/nothing', headers })).status).toBe(404);
    });
  });

  it('a text is returned exactly as it was written', { timeout: scaled(60_000) }, async () => {
    const text = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 300 })
      .filter((reason) => reason.isWellFormed() && !reason.includes('\0') && reason.trim() !== '');
    await fc.assert(
      fc.asyncProperty(text, async (reason) => {
        const paused = await server.ask({
          as: 'admin',
          method: 'POST',
          target: '/v1/admin/validator-pause',
          body: { reason },
        });
        expect(paused.json).toMatchObject({ active: true, reason: reason.trim() });
        const { json } = await server.ask({ as: 'admin', target: '/v1/admin/validator-pause' });
        expect(json).toMatchObject({ reason: reason.trim() });
        await server.ask({ as: 'admin', method: 'POST', target: '/v1/admin/validator-resume' });
      }),
      { numRuns: 10, seed: 1 },
    );
  });
});
