import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMarket } from '../../market/build-market.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { scaled } from '../../testing/scaled.ts';
import type { Problem } from '../problem.ts';
import { isBadProblem, readProblems } from '../read-problems.ts';
import { synthesiseProblems } from '../synthesis/synthesise-problems.ts';
import { writeProblems } from '../write-problems.ts';
import { auditSets } from './audit-sets.ts';
import type { SplitManifest } from './read-split.ts';
import { SPLIT_NAMES } from './split-by-cluster.ts';
import { splitProblems } from './split-problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-split-'));
const input = join(folder, 'problems.jsonl');
let market: MarketIndex;
let problems: Problem[];
let manifest: SplitManifest;

beforeAll(async () => {
  await buildMarket({ products: 10_000, seed: 4, folder });
  market = MarketIndex.open(indexPath(folder));
  problems = await Array.fromAsync(
    synthesiseProblems({ index: market, count: 240, mix: { product: 2, shop: 1, voucher: 1 }, seed: 9 }),
  );
  await writeProblems(input, problems);
  manifest = await cut('first');
}, scaled(60_000));
afterAll(() => {
  market.close();
  rmSync(folder, { recursive: true });
});

function cut(out: string, rest: { problems?: readonly Problem[]; previous?: string } = {}) {
  const shares = { train: 0.7, dev: 0.15, heldout: 0.15 };
  return splitProblems({ files: [input], problems, market, shares, seed: 1, out: join(folder, out), ...rest });
}

async function load(out: string, name: string): Promise<Problem[]> {
  const lines = await Array.fromAsync(readProblems(join(folder, out, `${name}.jsonl`)));
  return lines.flatMap((line) => (isBadProblem(line) ? [] : [line.problem]));
}

describe('splitProblems', () => {
  it('splits problems so that an audit finds nothing shared', async () => {
    const sets = await Promise.all(SPLIT_NAMES.map(async (name) => ({ name, problems: await load('first', name) })));
    expect(sets.map((set) => set.problems.length).reduce((sum, size) => sum + size)).toBe(problems.length);
    for (const { name, problems: members } of sets) {
      expect(members.length).toBe(manifest.splits[name].problems);
      expect(members.length).toBeGreaterThan(10);
    }
    expect(auditSets(sets, market)).toMatchObject({ crossings: [], sharedProducts: [], sharedShops: [] });
  });

  it('a split writes hashes and every edge with its reason, and repeats byte for byte', async () => {
    await cut('again');
    for (const file of ['manifest.json', 'edges.jsonl', 'train.jsonl', 'dev.jsonl', 'heldout.jsonl']) {
      expect(readFileSync(join(folder, 'again', file), 'utf8')).toBe(readFileSync(join(folder, 'first', file), 'utf8'));
    }
    const edges = readFileSync(join(folder, 'first', 'edges.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(JSON.parse(edges[0]!)).toMatchObject({
      left: expect.any(String),
      right: expect.any(String),
      reason: expect.any(String),
    });
  });

  it('keeps earlier problems in place and rejects a new one that links two splits', async () => {
    const [train] = await load('first', 'train');
    const [heldout] = await load('first', 'heldout');
    const kept = await cut('kept', { problems: problems.slice(0, 200), previous: join(folder, 'first') });
    expect(kept.assignment[train!.id] ?? 'train').toBe('train');
    const bridge: Problem = {
      ...train!,
      id: 'bridge',
      query: 'both of them',
      targets: [...train!.targets, ...heldout!.targets],
      category: 'voucher',
    };
    const linked = cut('bridged', { problems: [...problems, bridge], previous: join(folder, 'first') });
    await expect(linked).rejects.toThrow(/belong to one cluster \(same-target, same-target\)/);
  });

  it('splitting includes earlier problems, so that a copy of a held-out one cannot pass as new', async () => {
    const heldout = await load('first', 'heldout');
    const copies = heldout.map((problem) => ({ ...problem, id: `copy-${problem.id}` }));
    const again = await cut('copied', { problems: copies, previous: join(folder, 'first') });
    for (const copy of copies) expect(again.assignment[copy.id]).toBe('heldout');
    expect(Object.keys(again.assignment).length).toBe(problems.length + copies.length);
    const path = join(folder, 'copied', 'dev.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').slice(1));
    await expect(cut('tampered', { previous: join(folder, 'copied') })).rejects.toThrow(
      /not the file its manifest describes/,
    );
  });

  it('rejects an earlier split whose manifest contradicts its files', async () => {
    await cut('honest');
    const [heldout] = await load('honest', 'heldout');
    const path = join(folder, 'honest', 'manifest.json');
    const honest: SplitManifest = JSON.parse(readFileSync(path, 'utf8'));
    const { [heldout!.id]: _, ...without } = honest.assignment;
    const forgeries: readonly (readonly [object, RegExp])[] = [
      [
        { ...honest, assignment: { ...honest.assignment, [heldout!.id]: 'train' } },
        /assigns problem \S+ to train, but it is in heldout/,
      ],
      [{ ...honest, assignment: without }, /to no split, but it is in heldout/],
      [{ ...honest, assignment: { ...honest.assignment, invented: 'train' } }, /invented to train, but no file has it/],
      [
        { ...honest, splits: { ...honest.splits, heldout: { ...honest.splits.heldout, problems: 0 } } },
        /to heldout, but no file has it/,
      ],
      [
        { ...honest, splits: { ...honest.splits, train: honest.splits.heldout, heldout: honest.splits.train } },
        /not the manifest of a split/,
      ],
    ];
    for (const [forged, message] of forgeries) {
      writeFileSync(path, JSON.stringify(forged));
      await expect(cut('forged', { previous: join(folder, 'honest') })).rejects.toThrow(message);
    }
    writeFileSync(path, JSON.stringify(honest));
    const again = await cut('forged', { previous: join(folder, 'honest') });
    expect(again.assignment).toEqual(honest.assignment);
  });

  it('splits problems whose ids are object property names', async () => {
    const odd = problems
      .slice(0, 3)
      .map((problem, place) => ({ ...problem, id: ['constructor', 'toString', 'valueOf'][place]! }));
    const { assignment } = await cut('odd', { problems: odd, previous: join(folder, 'first') });
    for (const { id } of odd) expect(SPLIT_NAMES).toContain(assignment[id]);
  });

  it('a split does not overwrite its input', async () => {
    const shares = { train: 1, dev: 0, heldout: 0 };
    const over = splitProblems({ files: [input], problems, market, shares, seed: 1, out: folder });
    await expect(over).rejects.toThrow(/is inside the output folder/);
  });

  it('rejects a duplicate problem and shop problems of another market', async () => {
    await expect(cut('twice', { problems: [problems[0]!, problems[0]!] })).rejects.toThrow(/is listed twice/);
    const shop = problems.find((problem) => problem.category === 'shop')!;
    const foreign = { ...shop, targets: shop.targets.map((target) => ({ ...target, productId: 'elsewhere' })) };
    await expect(cut('foreign', { problems: [foreign] })).rejects.toThrow(/its products are not in this market/);
  });
});

describe('auditSets', () => {
  it('auditSets finds a leaked problem in other words, a shared product and a shared shop', () => {
    const product = problems.find((problem) => problem.category === 'product')!;
    const copy: Problem = {
      ...product,
      id: 'copy',
      query: product.query.toUpperCase(),
      targets: [{ ...product.targets[0]!, productId: '1' }],
    };
    const audit = auditSets([
      { name: 'a', problems: [product] },
      { name: 'b', problems: [copy] },
    ]);
    expect(audit.crossings[0]).toMatchObject({
      reason: 'same-query',
      left: { set: 'a' },
      right: { set: 'b', problem: 'copy' },
    });
    const [shop] = problems.filter((problem) => problem.category === 'shop');
    const sibling: Problem = { ...shop!, id: 'sibling', query: 'entirely other words here' };
    const shops = auditSets(
      [
        { name: 'a', problems: [shop!] },
        { name: 'b', problems: [sibling] },
      ],
      market,
    );
    expect(shops.sharedProducts.length).toBe(shop!.targets.length);
    expect(shops.sharedShops.length).toBe(1);
  });
});
