import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { GOOD_AGENT, SampleSite } from '../testing/sample-site.ts';

let site: SampleSite;
const servers: Server[] = [];

beforeAll(async () => {
  // As in real arenas: a request counts even if its response is lost.
  site = await SampleSite.open({ rates: { submit: { burst: 1, perMinute: 30 } } });
  site.file('good.py', GOOD_AGENT);
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => site.close());

/** A proxy between a contestant and the arena that drops the responses that `spoil` selects. */
async function lineTo(spoil: (asked: IncomingMessage, answer: ServerResponse) => boolean): Promise<string> {
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const forwarded = ask(`${site.url}${url}`, { method, headers }, (given) => {
      if (spoil(asked, answer)) {
        given.resume();
        answer.socket?.destroy();
        return;
      }
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
      answer.on('close', () => given.destroy());
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('lost answers', { timeout: scaled(120_000) }, () => {
  it('a submission whose answer is lost is retried with its key and counts once', async () => {
    let submissions = 0;
    const url = await lineTo(({ url: path }) => path === '/v1/miner/submit' && ++submissions === 1);
    const { code, output, error } = await site.as('unlucky', 'submit', 'good.py', '--name', 'lost', '--arena-url', url);
    expect(error).toMatch(/Retrying in .*the submission counts once/);
    expect(output).toMatch(/Version 1 of “lost” was accepted/);
    expect(code).toBe(0);
    expect(submissions).toBeGreaterThan(1);
    expect(await site.versions('unlucky')).toHaveLength(1);
  });

  it('a submission whose answer is lost for good is reported as unknown, and the same command later finds it', async () => {
    const url = await lineTo(({ url: path }) => path === '/v1/miner/submit');
    const words = ['submit', 'good.py', '--name', 'gone', '--json'];
    const lost = await site.as('unluckier', ...words, '--arena-url', url);
    expect(lost.code).toBe(2);
    expect(JSON.parse(lost.output).error).toMatchObject({
      code: 'ARENA_UNREACHABLE',
      message: expect.stringContaining('unknown whether the submission arrived'),
      remedy: expect.stringContaining('It is counted once'),
    });
    const [version] = await site.versions('unluckier');
    const found = await site.as('unluckier', ...words);
    expect(JSON.parse(found.output)).toMatchObject({ agent_version_id: version, repeated: true });
    expect(await site.versions('unluckier')).toHaveLength(1);
  });

  it('waiting continues after the event stream is lost', async () => {
    let streams = 0;
    const open = new Set<ServerResponse>();
    const url = await lineTo((asked, answer) => {
      if (!asked.url!.startsWith('/v1/public/events')) return false;
      streams++;
      open.add(answer);
      return false;
    });
    await site.join('listener');
    const words = ['submit', 'good.py', '--name', 'heard', '--wait', '--wallet', 'listener', '--arena-url', url];
    const waiting = site.assay(words);
    while (streams === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const answer of open) answer.destroy();
    // While no client is listening.
    for (const validator of ['validator-a', 'validator-b']) {
      while ((await site.validate(validator, () => 5)) !== undefined);
    }
    const { code, output } = await waiting;
    expect(code).toBe(0);
    expect(output).toMatch(/state +ELIGIBLE/);
  });
});
