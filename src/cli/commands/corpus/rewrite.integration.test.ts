import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatRequest } from '../../../chat/schema.ts';
import { sampleEvidence, sampleScript } from '../../../corpus/testing/sample-scripted.ts';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { SimulatedInference } from '../../../simulated/simulated-inference.ts';
import { withFolderLock } from '../../../store/files.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner, type Ran } from '../../testing/assay-runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'corpus-rewrite-'));
const [problem] = sampleProblems(1);
let endpoint: Server;
const asked: string[] = [];
/** Warnings of the running command so far. */
let complaints = '';
/** The warnings printed before the first request. */
let saidBefore: string | undefined;
let evidence: string;

beforeAll(async () => {
  const { id, query } = problem!;
  const script = sampleScript({ problemId: id, query });
  evidence = sampleEvidence(script);
  writeFileSync(join(folder, 'evidence.jsonl'), `${evidence}\nnonsense\n`);
  writeFileSync(join(folder, 'problems.jsonl'), `${JSON.stringify(problemToWire(problem!))}\n`);
  // An external endpoint, backed by a simulated model under another name.
  const simulatedModels = new SimulatedInference();
  endpoint = createServer(async (request, response) => {
    const body = (await json(request)) as ChatRequest;
    // Warnings and requests arrive on separate streams. The command waits for this response and prints nothing until it
    // has it.
    for (let turn = 0; saidBefore === undefined && turn < 40 && !complaints.includes('--licences'); turn++)
      await sleep(50);
    saidBefore ??= complaints;
    asked.push(`${request.headers.authorization} ${body.model}`);
    const model = body.model === 'some/writer' ? 'house/expert' : 'house/adept';
    const answer = await simulatedModels.chat({ ...body, model });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => endpoint.once('listening', resolve));
});
afterAll(() => {
  endpoint.close();
  rmSync(folder, { recursive: true });
});

const runner = new AssayRunner();

async function assay(...words: readonly string[]): Promise<Ran> {
  complaints = '';
  saidBefore = undefined;
  const onError = (text: string) => {
    complaints += text;
  };
  return await runner.run(words, { cwd: folder, env: { ASSAY_API_KEY: 'a key of ours' }, onError });
}

const atEndpoint = () => {
  const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`;
  return { url, models: ['--model', 'some/writer', '--checker-model', 'some/checker', '--base-url', url] };
};

const rewrite = ['corpus', 'rewrite', 'evidence.jsonl', '--problems', 'problems.jsonl'];

describe('assay corpus rewrite', { timeout: scaled(60_000) }, () => {
  it('assay corpus rewrite uses an endpoint, and its rows enter a release only on request', async () => {
    const { url, models } = atEndpoint();
    asked.length = 0;
    const { code, output, error } = await assay(...rewrite, ...models, '--out', 'written');
    expect(saidBefore).toMatch(/No bank was given.*may be sent to http.*\nNo licences were given.*may be sent/);
    expect(error).toBe(saidBefore);
    expect(output).toMatch(/2 attempts: 1 rewritten, 0 rejected, 1 quarantined[\s\S]*NOT_JSON +1/);
    expect(output).not.toContain('Simulated');
    expect(code).toBe(0);
    expect(new Set(asked)).toEqual(new Set(['Bearer a key of ours some/writer', 'Bearer a key of ours some/checker']));
    const row = JSON.parse(readFileSync(join(folder, 'written', 'rewritten.jsonl'), 'utf8'));
    expect(row).toMatchObject({ source: 'rewritten', rewritten: { model: 'some/writer', simulated: false } });
    expect(JSON.parse(readFileSync(join(folder, 'written', 'rewrite.json'), 'utf8'))).toMatchObject({ endpoint: url });
    await assay('corpus', 'filter', 'evidence.jsonl', '--out', 'filtered', '--workers', '1');
    const build = ['corpus', 'build', 'filtered', '--json'];
    expect(JSON.parse((await assay(...build, '--out', 'plain')).output).manifest).not.toHaveProperty('rewritten');
    const built = await assay(...build, '--out', 'release', '--rewritten', 'written');
    expect(JSON.parse(built.output).manifest).toMatchObject({ rows: 0, rewritten: { rows: 1 } });
  });

  it('assay corpus rewrite sends nothing of contestants who allow nothing, by named or adjacent licences', async () => {
    const { agent } = (JSON.parse(evidence) as { attempt: { agent: { sha256: string } } }).attempt;
    const licences = JSON.stringify({ [agent.sha256]: 'none' });
    mkdirSync(join(folder, 'day'));
    writeFileSync(join(folder, 'day', 'a.jsonl'), `${evidence}\n`);
    writeFileSync(join(folder, 'chosen.json'), licences);
    const { models } = atEndpoint();
    asked.length = 0;
    const named = await assay(...rewrite, ...models, '--out', 'named', '--licences', 'chosen.json');
    expect(named.output).toMatch(/0 rewritten, 1 rejected[\s\S]*NO_LICENCE +1/);
    expect(named.error).not.toContain('--licences');
    writeFileSync(join(folder, 'day', 'licences.json'), licences);
    const beside = await assay(
      ...['corpus', 'rewrite', 'day', '--problems', 'problems.jsonl', ...models, '--out', 'beside'],
    );
    expect(beside.output).toMatch(/1 attempt: 0 rewritten, 1 rejected[\s\S]*NO_LICENCE +1/);
    expect(asked).toEqual([]);
    await assay('corpus', 'filter', 'day', '--out', 'day-filtered', '--workers', '1');
    for (const out of ['named', 'beside', 'day-filtered']) {
      expect(JSON.parse(readFileSync(join(folder, out, 'licences.json'), 'utf8'))).toEqual(JSON.parse(licences));
    }
    const built = await assay('corpus', 'build', 'day-filtered', '--out', 'day-release');
    expect(built.output).not.toContain('No licences were given');
  });

  it('assay corpus rewrite leaves the licences of a locked folder alone', { tags: 'slow' }, async () => {
    const written = (out: string) => join(folder, out, 'licences.json');
    const chosen = (licence: string) => JSON.stringify({ ['a'.repeat(64)]: licence });
    mkdirSync(join(folder, 'refused'));
    writeFileSync(join(folder, 'refused', 'a.jsonl'), `${evidence}\n`);
    const again = ['corpus', 'rewrite', 'refused', '--out', 'refused-rewritten'];
    writeFileSync(join(folder, 'refused', 'licences.json'), chosen('CC0-1.0'));
    expect(await assay(...again, '--model', 'house/novice')).toMatchObject({ code: 0 });
    const before = readFileSync(written('refused-rewritten'), 'utf8');
    writeFileSync(join(folder, 'refused', 'licences.json'), chosen('none'));
    expect((await assay(...again, '--model', 'house/adept')).code).not.toBe(0);
    expect(readFileSync(written('refused-rewritten'), 'utf8')).toBe(before);
    await withFolderLock(join(folder, 'busy'), async () => {
      const filtered = await assay('corpus', 'filter', 'refused', '--out', 'busy', '--workers', '1');
      expect(filtered.code).not.toBe(0);
    });
    expect(existsSync(written('busy'))).toBe(false);
  });

  it('assay corpus rewrite says that an unknown model needs an endpoint', async () => {
    const { code, error } = await assay(...rewrite, '--model', 'some/writer', '--out', 'never');
    expect(code).not.toBe(0);
    expect(error).toMatch(/some\/writer[\s\S]*needs an endpoint[\s\S]*--base-url/);
  });
});
