import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleEvidence, sampleScript } from '../../corpus/rewrite/sample-scripted.ts';
import { HouseInference } from '../../gateway/house/house-inference.ts';
import type { ChatBody } from '../../inference/inference.ts';
import { problemToWire } from '../../problems/problem-wire.ts';
import { sampleProblems } from '../../problems/suites/sample-problems.ts';

const PROGRAM = fileURLToPath(new URL('../../../bin/assay.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'corpus-rewrite-'));
const [problem] = sampleProblems(1);
let endpoint: Server;
const asked: string[] = [];

beforeAll(async () => {
  const { id, query } = problem!;
  const script = sampleScript({ problemId: id, query });
  writeFileSync(join(folder, 'evidence.jsonl'), `${sampleEvidence(script)}\nnonsense\n`);
  writeFileSync(join(folder, 'problems.jsonl'), `${JSON.stringify(problemToWire(problem!))}\n`);
  // Somebody else's address, with the house behind it under another name.
  const house = new HouseInference();
  endpoint = createServer(async (request, response) => {
    const body = (await json(request)) as ChatBody;
    asked.push(`${request.headers.authorization} ${body.model}`);
    const model = body.model === 'some/writer' ? 'house/expert' : 'house/adept';
    const answer = await house.chat({ ...body, model });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => endpoint.once('listening', resolve));
});
afterAll(() => {
  endpoint.close();
  rmSync(folder, { recursive: true });
});

function assay(...words: readonly string[]): Promise<{ code: number; output: string; error: string }> {
  const env = { ...process.env, ASSAY_API_KEY: 'a key of ours' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...words], { cwd: folder, env }, (_, output, error) => {
      resolve({ code: child.exitCode ?? -1, output, error });
    });
  });
}

const rewrite = ['corpus', 'rewrite', 'evidence.jsonl', '--problems', 'problems.jsonl'];

describe('assay corpus rewrite', { timeout: 60_000 }, () => {
  it('asks models behind an endpoint, and what is made of it goes into a release only when asked for', async () => {
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1`;
    const models = ['--model', 'some/writer', '--checker-model', 'some/checker', '--endpoint', url];
    const { code, output, error } = await assay(...rewrite, ...models, '--out', 'written');
    expect(error).toBe('');
    expect(output).toMatch(/2 attempts: 1 rewritten, 0 left out, 1 put aside unread[\s\S]*NOT_JSON +1/);
    expect(output).not.toContain('Simulated');
    expect(code).toBe(0);
    expect(new Set(asked)).toEqual(new Set(['Bearer a key of ours some/writer', 'Bearer a key of ours some/checker']));
    const row = JSON.parse(readFileSync(join(folder, 'written', 'rewritten.jsonl'), 'utf8'));
    expect(row).toMatchObject({ source: 'rewritten', rewritten: { model: 'some/writer', simulated: false } });
    expect(JSON.parse(readFileSync(join(folder, 'written', 'rewrite.json'), 'utf8'))).toMatchObject({ endpoint: url });
    await assay('corpus', 'filter', 'evidence.jsonl', '--out', 'filtered', '--threads', '1');
    const build = ['corpus', 'build', 'filtered', '--json'];
    expect(JSON.parse((await assay(...build, '--out', 'plain')).output).manifest).not.toHaveProperty('rewritten');
    const built = await assay(...build, '--out', 'release', '--rewritten', 'written');
    expect(JSON.parse(built.output).manifest).toMatchObject({ rows: 0, rewritten: { rows: 1 } });
  });

  it('knows which models there are', async () => {
    const { code, error } = await assay(...rewrite, '--model', 'some/writer', '--out', 'never');
    expect(code).not.toBe(0);
    expect(error).toMatch(/no model some\/writer in the house[\s\S]*--endpoint/);
  });
});
