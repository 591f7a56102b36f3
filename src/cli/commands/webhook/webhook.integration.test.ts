import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SampleServer } from '../../../server/testing/sample/sample-server.ts';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner, type Ran } from '../../testing/assay-runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-webhook-command-'));
const runner = new AssayRunner();
let arena: SampleServer;
let receiver: Server;
let url: string;
let status = 204;

beforeAll(async () => {
  arena = await SampleServer.open(makeSqliteDatabase, { config: { webhooks: { allowedNetworks: ['127.0.0.1/32'] } } });
  receiver = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  expect((await runner.run(['wallet', 'new', '--unencrypted', ...wallet], { cwd: folder })).code).toBe(0);
  expect((await assay(['register'])).code).toBe(0);
}, scaled(120_000));
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await arena.close();
  rmSync(folder, { recursive: true });
});

const wallet = ['--wallets', join(folder, 'wallets'), '--wallet', 'ann'];

async function assay(words: readonly string[]): Promise<Ran> {
  return await runner.run([...words, '--arena-url', arena.url, ...wallet], { cwd: folder });
}

describe('assay webhook', { timeout: scaled(120_000) }, () => {
  it('adds, tests, lists and removes', async () => {
    expect((await assay(['webhook', 'list'])).output).toContain('has no webhooks');
    const added = await assay(['webhook', 'add', url, '--events', 'qualified,race_decided']);
    expect(added).toMatchObject({ code: 0, output: expect.stringMatching(/shown once: whsec_\S{44}\n/) });
    const id = /Webhook (\S+) added/.exec(added.output)![1]!;
    expect(await assay(['webhook', 'test', id])).toMatchObject({ code: 0, output: 'Delivered (204).\n' });
    const listed = await assay(['webhook', 'list']);
    expect(listed.output).toContain(`${id}  ${url}`);
    expect(listed.output).toMatch(/active; qualified, race_decided[\s\S]*test +delivered +1 +204/);
    expect(listed.output).not.toContain('whsec_');
    expect(await assay(['webhook', 'remove', ''])).toMatchObject({
      code: 2,
      error: expect.stringMatching(/cannot be the beginning of an id/),
    });
    expect(await assay(['webhook', 'remove', id])).toMatchObject({ code: 0 });
    expect((await assay(['webhook', 'list', '--json'])).output).toBe('{\n  "webhooks": []\n}\n');
    expect(await assay(['webhook', 'remove', id])).toMatchObject({
      code: 1,
      error: expect.stringContaining('no webhook'),
    });
  });

  it('says what came back when a test fails, and what is refused', async () => {
    status = 500;
    onTestFinished(() => {
      status = 204;
    });
    const { output } = await assay(['webhook', 'add', url, '--json']);
    const { webhook_id: id } = JSON.parse(output) as { webhook_id: string };
    expect(await assay(['webhook', 'test', id])).toMatchObject({ code: 1, output: 'Not delivered: 500.\n' });
    expect(await assay(['webhook', 'remove', id])).toMatchObject({ code: 0 });
    const inside = await assay(['webhook', 'add', 'https://10.0.0.1/']);
    expect(inside).toMatchObject({ code: 1, error: expect.stringContaining('not a public address') });
    const all = await assay(['webhook', 'list', '--operator']);
    expect(all).toMatchObject({ code: 1, error: expect.stringContaining('operator') });
  });
});
