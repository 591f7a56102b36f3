import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { AssayRunner } from './testing/assay-runner.ts';

const ASSAY = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-cli-'));
const market = join(folder, 'market');

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const runner = new AssayRunner();

async function assay(...words: string[]): Promise<Outcome> {
  const { code, output, error } = await runner.run(words, { cwd: folder });
  return { code, stdout: output, stderr: error };
}

beforeAll(async () => {
  expect(await assay('market', 'build', '--products', '2000', '--seed', '3', '--out', market)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Built 2000 products'),
    stderr: '',
  });
}, scaled(30_000));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the command line', () => {
  it('prints help at every level', async () => {
    for (const words of [[], ['market'], ['market', 'build'], ['market', 'search'], ['demo']]) {
      const { code, stdout } = await assay(...words, '--help');
      expect(code).toBe(0);
      expect(stdout).toContain(`Usage: assay ${words.join(' ')}`.trimEnd());
    }
  });

  it('answers wrong usage with exit code 2, the nearest match and nothing on standard output', {
    timeout: scaled(30_000),
  }, async () => {
    const cases: [words: string[], message: RegExp][] = [
      [['markt'], /unknown command 'markt'\. Did you mean market\?/],
      [['market', 'serch', 'x'], /unknown command 'serch'\. Did you mean search\?/],
      [['market', 'search', 'x', '--pag', '3'], /unknown option '--pag'\. Did you mean --page\?/],
      [['market', 'build', '--products', 'many'], /'--products <n>' argument 'many' is invalid.*whole number from 1/],
      [['market', 'search'], /missing required argument 'words'/],
      [
        ['market', 'search', 'lamp', '--market', join(folder, 'nowhere')],
        /no market in .*nowhere\.\n {2}→ Make one with/,
      ],
      [['market', 'search', 'lamp', '--market', market, '--price', 'cheap'], /price "cheap" is not understood/],
      [['market', 'import', join(folder, 'nowhere.jsonl')], /nowhere\.jsonl/],
    ];
    for (const [words, message] of cases) {
      const { code, stdout, stderr } = await assay(...words);
      expect(stderr).toMatch(message);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    }
    expect((await assay()).code).toBe(2);
  });

  it('prints one JSON document with --json, also when it fails', async () => {
    const search = await assay('market', 'search', 'wireless', '--market', market, '--json');
    expect(JSON.parse(search.stdout)[0]).toHaveProperty('product_id');
    const stats = await assay('market', 'stats', '--market', market, '--categories', '--verify', '--json');
    expect(JSON.parse(stats.stdout)).toMatchObject({ products: 2000, verified: true, source: { seed: 3 } });
    const failure = await assay('market', 'search', 'lamp', '--page', '9', '--market', market, '--json');
    expect(failure.code).toBe(2);
    expect(JSON.parse(failure.stdout).error).toMatchObject({ code: 'SEARCH_FILTER_INVALID', owner: 'caller' });
    expect(JSON.parse((await assay('nonsense', '--json')).stdout).error.code).toBe('USAGE');
  });

  it('assay market searches, counts and verifies for people', async () => {
    const search = await assay('market', 'search', 'wireless earbuds', '--market', market, '--sort', 'priceasc');
    expect(search.stdout).toMatch(/product +price +shop +sold +service +title/);
    const stats = await assay('market', 'stats', '--market', market, '--verify');
    expect(stats.stdout).toMatch(/products +2000[\s\S]*median[\s\S]*freeShipping[\s\S]*matches its checksum/);
  });

  it('assay market stats compares the listings with a file of real ones', async () => {
    const file = join(folder, 'real.jsonl');
    const record = { product_id: '7', shop_id: '1', title: 'Cup cup', price: 9.5 };
    writeFileSync(file, JSON.stringify({ query: 'a cup', reward: record }));
    const stats = await assay('market', 'stats', '--market', market, '--against', file);
    expect(stats.stdout).toMatch(
      /market +file\n[\s\S]*no brand +\d+\.\d % +100\.0 %\n[\s\S]*title words median +\d+ +2\n/,
    );
    const json = await assay('market', 'stats', '--market', market, '--against', file, '--json');
    expect(JSON.parse(json.stdout).against).toMatchObject({
      market: { listings: 2000 },
      file: { listings: 1, price_with_cents: 1 },
    });
  });

  it('rejects a file that is not a market with exit code 1', async () => {
    const broken = join(folder, 'broken');
    await assay('market', 'build', '--products', '10', '--out', broken);
    writeFileSync(join(broken, 'market.index'), 'not an index');
    expect(await assay('market', 'stats', '--market', broken)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('it is not an Assay market'),
    });
  });

  it('an import reports invalid lines on standard error and counts at the end', async () => {
    const file = join(folder, 'products.jsonl');
    const lamp = { product_id: '1', shop_id: '1', title: 'lamp', price: 1 };
    writeFileSync(file, [JSON.stringify(lamp), 'nonsense'].join('\n'));
    const out = join(folder, 'imported');
    const lenient = await assay('market', 'import', file, '--out', out);
    expect(lenient).toMatchObject({ code: 0, stderr: expect.stringMatching(/^line 2: is not JSON/) });
    expect(lenient.stdout).toContain('Read 2 lines: 1 products imported, 1 skipped.');
    expect(await assay('market', 'import', file, '--out', out, '--strict')).toMatchObject({ code: 1 });
  });

  it('assay market serves until it is interrupted', async () => {
    const server = spawn(process.execPath, [
      ASSAY,
      'market',
      'serve',
      '--market',
      market,
      '--port',
      '0',
      '--workers',
      '2',
    ]);
    server.stdout.setEncoding('utf8');
    const [first] = (await once(server.stdout, 'data')) as [string];
    const url = /at (http:\S+)/.exec(first)![1];
    const response = await fetch(`${url}/find_product?q=wireless&page=1`);
    expect(response.status).toBe(200);
    server.kill('SIGINT');
    const [code] = await once(server, 'exit');
    expect(code).toBe(0);
  });

  it('an interrupted server stops at once, although a client holds a half-sent request', async () => {
    const server = spawn(process.execPath, [ASSAY, 'market', 'serve', '--market', market, '--port', '0']);
    server.stdout.setEncoding('utf8');
    const [first] = (await once(server.stdout, 'data')) as [string];
    const { port } = new URL(/at (http:\S+)/.exec(first)![1]!);
    const client = connect(Number(port), '127.0.0.1', () => client.write('GET /health HTTP/1.1\r\nHost: a\r\n'));
    client.on('error', () => {});
    await once(client, 'connect');
    server.kill('SIGINT');
    server.kill('SIGINT');
    expect((await once(server, 'exit'))[0]).toBe(0);
    client.destroy();
  });

  it('an interrupted build removes its files, and ends by the signal', {
    timeout: scaled(20_000),
  }, async () => {
    const out = mkdtempSync(join(folder, 'interrupted-'));
    const build = spawn(process.execPath, [ASSAY, 'market', 'build', '--products', '200000', '--out', out]);
    onTestFinished(() => void build.kill('SIGKILL'));
    build.stderr.setEncoding('utf8');
    while (!existsSync(out) || readdirSync(out).length < 5) {
      if (build.exitCode !== null) throw new Error('the build was over before it could be interrupted');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const [[said], [, signal]] = await Promise.all([
      once(build.stderr, 'data'),
      once(build, 'exit'),
      build.kill('SIGINT'),
    ]);
    expect(said).toContain('interrupted; existing files are unchanged');
    expect(signal).toBe('SIGINT');
    expect(readdirSync(out)).toEqual([]);
  });

  it('ends quietly when the reader closes the pipe, and keeps control characters off the terminal', async () => {
    const piped = spawn('sh', [
      '-c',
      `'${process.execPath}' '${ASSAY}' market stats --market '${market}' --categories | true`,
    ]);
    piped.stderr.setEncoding('utf8');
    let said = '';
    piped.stderr.on('data', (text: string) => {
      said += text;
    });
    await once(piped, 'exit');
    expect(said).toBe('');
    const file = join(folder, 'hostile.jsonl');
    const lamp = { product_id: '1', shop_id: '1', title: 'lamp', price: 1 };
    writeFileSync(
      file,
      [lamp, { ...lamp, product_id: '2', service: ['\u001b]0;owned\u0007'] }]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const { stderr } = await assay('market', 'import', file, '--out', join(folder, 'hostile'));
    expect(stderr).toMatch(/^line 2: service: "\?\]0;owned\?"/);
  });

  it('prints its version and rejects an empty folder name', async () => {
    expect((await assay('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await assay('market', 'build', '--out', '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must not be empty'),
    });
  });

  it('names the port that is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    expect(await assay('market', 'serve', '--market', market, '--port', String(port))).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Port \d+ on 127\.0\.0\.1 is already in use\.\n {2}→ Choose another with --port/),
    });
    blocker.close();
  });
});
