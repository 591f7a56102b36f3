import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttemptStore } from '../../../attempt/record.ts';
import { SAMPLE_HOTKEY } from '../../../attempt/testing/sample-attempt.ts';
import { hotkeyPath } from '../../../identity/hotkey-file.ts';
import { writeKeyDocument } from '../../../identity/key-document.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { buildMarket } from '../../../market/build-market.ts';
import { indexPath } from '../../../market/market-folder.ts';
import type { Product } from '../../../market/product.ts';
import { EmbeddedSearch } from '../../../market/search.ts';
import type { Problem } from '../../../problems/problem.ts';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { createSuite, growBank, problemDigest } from '../../../problems/suites.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { readDisputes } from '../../../verdict/rescore/dispute-file.ts';
import { readCorrections } from '../../../verdict/rescore.ts';
import { sealRecommendation } from '../../../verdict/testing/sample-sealed.ts';
import { problemsCorrectCommand } from './correct.ts';
import { problemsDisputeCommand } from './dispute.ts';

let folder: string;
let market: string;
let data: string;
let products: readonly Product[];
let round = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-problems-correct-'));
  market = join(folder, 'market');
  await buildMarket({ products: 300, seed: 3, folder: market, onProgress: () => {} });
  const search = EmbeddedSearch.open(indexPath(market));
  products = Array.from({ length: 2 }, (_, place) => search.index.product(place * 100));
  await search.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  data = join(folder, `data-${++round}`);
});

function problem(answer: Product): Problem {
  return {
    id: 'p-1',
    category: 'product',
    query: 'something nice',
    difficulty: 'easy',
    targets: [{ productId: answer.product_id, titles: [], services: [], options: {}, attributes: {} }],
  };
}

/** Writes the key that sealed the samples; only this key can correct them. */
function keepSampleKey(): void {
  const path = hotkeyPath(join(data, 'wallets'));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, writeKeyDocument(new Uint8Array(32).fill(7)), { mode: 0o600 });
}

function write(name: string, ...problems: readonly Problem[]): string {
  const path = join(folder, `${round}-${name}`);
  writeFileSync(path, problems.map((each) => `${JSON.stringify(problemToWire(each))}\n`).join(''));
  return path;
}

interface Outcome {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...words: string[]): Promise<Outcome> {
  const program = new Command('problems').addCommand(problemsDisputeCommand()).addCommand(problemsCorrectCommand());
  for (const command of program.commands)
    command
      .exitOverride()
      .option('--json')
      .configureOutput({ outputError() {} });
  const stdout: string[] = [];
  const stderr: string[] = [];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => stdout.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0),
  ];
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    await program.parseAsync(words, { from: 'user' });
    return { code: process.exitCode ?? 0, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

describe('assay problems correct', () => {
  it('assay problems correct shows the changes, writes them, and finds nothing the second time', async () => {
    const [wrong, right] = products as [Product, Product];
    const old = write('old.jsonl', problem(wrong));
    const corrected = write('new.jsonl', problem(right));
    keepSampleKey();
    const store = new AttemptStore(data);
    const found = products.map(({ product_id }) => product_id);
    const sample = { problem: problem(wrong), productIds: right.product_id, found };
    const { attempt_id } = await sealRecommendation(store, { ...sample, agent: 'found-it.py' });
    await sealRecommendation(store, { ...sample, agent: 'guessed.py', productIds: wrong.product_id });
    const words = ['correct', corrected, '--problems', old, '--data', data, '--market', market];

    const dry = await run(...words, '--dry-run');
    expect(dry.stdout).toMatch(/found-it\.py +p-1 +no → yes +0\.000 → 1\.000/);
    expect(dry.stdout).toMatch(/guessed\.py +[0-9a-f]{8} +1 +100\.0 % → 0\.0 %/);
    expect(dry.stdout).toContain('2 attempts would be scored again, 2 moved');
    expect(readCorrections(data, attempt_id, SAMPLE_HOTKEY.address)).toEqual([]);

    const wet = await run(...words, '--why', 'The other one was meant.', '--json');
    expect(wet.code).toBe(0);
    const json = parseJson(wet.stdout);
    expect(json.ok && json.value).toMatchObject({
      dry_run: false,
      keys: [{ problem_id: 'p-1', key_before: problemDigest(problem(wrong)) }],
      up_to_date: 0,
      refused: [],
    });
    expect(readCorrections(data, attempt_id, SAMPLE_HOTKEY.address)).toMatchObject([
      { verdict: { rules: { success: true } } },
    ]);

    const again = await run(...words);
    expect(again.stdout).toContain('0 attempts were scored again, 0 moved; 2 had been already, 0 could not be.');
  });

  it('assay problems correct names attempts it cannot rescore, with exit code 1', async () => {
    const [wrong, right] = products as [Product, Product];
    keepSampleKey();
    // Sealed with a verdict based on the products of another market.
    const { attempt_id } = await sealRecommendation(new AttemptStore(data), {
      problem: problem(wrong),
      productIds: wrong.product_id,
      graded: true,
    });
    const files = [write('new.jsonl', problem(right)), '--problems', write('old.jsonl', problem(wrong))];
    const { code, stderr } = await run('correct', ...files, '--data', data, '--market', market);
    expect(code).toBe(1);
    expect(stderr).toContain(`${attempt_id} was not scored again: its verdict does not come out again`);
  });

  it('assay problems correct needs attempts, and creates no folder for them', async () => {
    const file = write('same.jsonl', problem(products[0]!));
    const nowhere = run('correct', file, '--problems', file, '--data', data, '--market', market);
    await expect(nowhere).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(() => readFileSync(data)).toThrow('ENOENT');
  });
});

describe('assay problems dispute', () => {
  it('assay problems dispute records the hotkey and the reason for a problem of a file', async () => {
    const file = write('file.jsonl', problem(products[0]!));
    const said = await run('dispute', 'p-1', '--why', 'It is out of stock.', '--problems', file, '--data', data);
    expect(said.stdout).toMatch(/^Problem p-1 is disputed \(20.+, by 5\w{47}\)\./);
    expect(readDisputes(data)).toMatchObject([
      { kind: 'disputed', problem_id: 'p-1', problem_digest: problemDigest(problem(products[0]!)) },
    ]);
    const other = run('dispute', 'p-2', '--why', 'x', '--problems', file, '--data', data);
    await expect(other).rejects.toThrow('There is no problem p-2 among the 1');
  });

  it('assay problems dispute finds a problem in a bank and its suites', async () => {
    const bank = join(folder, `bank-${round}`);
    const now = (): Date => new Date();
    const [drawn, asked] = [sampleProblems(9, 'd'), sampleProblems(9, 's')];
    await growBank({ folder: bank, problems: drawn, now });
    const suite = { name: 'first', version: 1, kind: 'qualifying', problems: asked } as const;
    await createSuite({ folder: bank, suite, now });
    for (const { id } of [drawn[0]!, asked[0]!]) {
      await run('dispute', id, '--why', 'wrong', '--bank', bank, '--data', data);
    }
    expect(readDisputes(data).map(({ problem_id }) => problem_id)).toEqual(['d1', 's1']);
    // Only the id and the digest of a problem leave the bank this way.
    expect(readFileSync(join(data, 'disputes.jsonl'), 'utf8')).not.toContain('lamp');
  });

  it('assay problems dispute needs one place of the problem and a reason', async () => {
    await expect(run('dispute', 'p-1', '--why', 'x', '--data', data)).rejects.toMatchObject({ code: 'USAGE' });
    const both = run('dispute', 'p-1', '--why', 'x', '--problems', 'a', '--bank', 'b', '--data', data);
    await expect(both).rejects.toMatchObject({ code: 'USAGE' });
    await expect(run('dispute', 'p-1', '--problems', 'a')).rejects.toThrow("'--why <text>' not specified");
    const file = write('file.jsonl', problem(products[0]!));
    await expect(run('dispute', 'p-1', '--why', ' ', '--problems', file, '--data', data)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
  });
});
