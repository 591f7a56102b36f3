import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMarket } from '../../market/build-market.ts';
import { indexPath } from '../../market/market-folder.ts';
import { MarketIndex } from '../../market/market-index.ts';
import { auditSets, SPLIT_NAMES, splitProblems } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { createSuite, openBank, sealedProblems } from '../../problems/suites.ts';
import { synthesiseProblems } from '../../problems/synthesis.ts';
import { sampleClock, sampleProblems } from '../../problems/testing/sample-problems.ts';
import { writeProblems } from '../../problems/write-problems.ts';
import { sha256 } from '../../store/sha256.ts';
import { scaled } from '../../testing/scaled.ts';
import { sampleBuildOptions, sampleRow, writeFiltered } from '../testing/sample-filtered.ts';
import { auditRelease } from './audit-release.ts';
import { type BuildReleaseOptions, buildRelease } from './build-release.ts';
import type { CorpusCard } from './corpus-card.ts';
import { openRelease } from './open-release.ts';
import type { FilteredRow, ReleaseRow } from './release-row.ts';
import { readSettled } from './settled-problems.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-release-'));
let market: MarketIndex;
let problems: Problem[];

beforeAll(async () => {
  await buildMarket({ products: 3_000, seed: 4, folder });
  market = MarketIndex.open(indexPath(folder));
  problems = await Array.fromAsync(
    synthesiseProblems({ index: market, count: 80, mix: { product: 2, shop: 1, voucher: 1 }, seed: 9 }),
  );
}, scaled(60_000));
afterAll(() => {
  market.close();
  rmSync(folder, { recursive: true });
});

let places = 0;

function place(): string {
  return join(folder, `place-${++places}`);
}

function order(rows: readonly FilteredRow[], rest: Partial<BuildReleaseOptions> = {}): BuildReleaseOptions {
  return sampleBuildOptions(writeFiltered(place(), rows), place(), rest);
}

function twoEach(of: readonly Problem[]): FilteredRow[] {
  return of.flatMap((problem) => [sampleRow(problem), sampleRow(problem, { id: `again-${problem.id}` })]);
}

async function rowsOf(out: string): Promise<ReleaseRow[]> {
  const release = await openRelease(out);
  return (await Promise.all(SPLIT_NAMES.map((split) => Array.fromAsync(release.rows(split))))).flat();
}

function everything(out: string): Map<string, string> {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(out.length), readFileSync(path, 'utf8')];
    }),
  );
}

describe('buildRelease', () => {
  it('assigns cluster and split so that an audit finds nothing shared between splits', async () => {
    const request = order(twoEach(problems), { problems, market });
    const { manifest, audit } = await buildRelease(request);
    expect(audit).toMatchObject({ clean: true, problems: 80, answers_known: 80, shops_checked: true });
    const rows = await rowsOf(request.out);
    expect(rows).toHaveLength(160);
    const sets = SPLIT_NAMES.map((name) => {
      const ids = new Set(rows.filter(({ split }) => split === name).map((row) => row.problem_id));
      return { name, problems: problems.filter(({ id }) => ids.has(id)) };
    });
    for (const { name, problems: members } of sets) {
      expect(members.length).toBeGreaterThan(5);
      expect(manifest.splits[name]).toMatchObject({ problems: members.length, rows: 2 * members.length });
    }
    expect(auditSets(sets, market)).toMatchObject({ crossings: [], sharedProducts: [], sharedShops: [] });
    const splitOf = new Map(rows.map((row) => [row.leak_cluster, row.split]));
    for (const row of rows) expect(splitOf.get(row.leak_cluster)).toBe(row.split);
    expect(splitOf.size).toBe(audit.clusters);
  });

  it('a release reports what it could not compare', async () => {
    const { audit } = await buildRelease(order(twoEach(problems.slice(0, 6)), { problems: problems.slice(0, 2) }));
    expect(audit).toMatchObject({ clean: true, answers_known: 2, problems: 6 });
    expect(audit).toMatchObject({ shops_checked: false, sealed_checked: false });
  });

  it('building a release again writes the same bytes, with their hashes in the manifest', async () => {
    const first = order(twoEach(problems.slice(0, 12)), { problems });
    await buildRelease(first);
    const second = { ...first, out: place() };
    const { manifest } = await buildRelease(second);
    await buildRelease(second);
    expect(everything(second.out)).toEqual(everything(first.out));
    const { file, sha256: hash } = manifest.splits.train.trajectories;
    expect(sha256(readFileSync(join(second.out, file)))).toBe(hash);
    const lines = readFileSync(join(second.out, file), 'utf8').trimEnd().split('\n');
    const index = readFileSync(join(second.out, 'rows.jsonl'), 'utf8');
    for (const line of lines) expect(index).toContain(sha256(line));
  });

  it('a release with a changed file cannot be opened', async () => {
    const request = order(twoEach(problems.slice(0, 3)));
    await buildRelease(request);
    const card = join(request.out, 'CARD.md');
    writeFileSync(card, `${readFileSync(card, 'utf8')} `);
    await expect(openRelease(request.out)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('CARD.md'),
    });
    await expect(openRelease(place())).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('a release omits sealed problems, verbatim, reworded or quoted, without revealing them', async () => {
    const bank = place();
    const held = {
      ...problems[0]!,
      id: 'vault-1',
      query: 'Looking for a walnut bookshelf with five tiers and brass feet.',
    };
    const suite = { name: 'vault', version: 1, kind: 'heldout' as const, problems: [held] };
    await createSuite({ folder: bank, suite, sealed: true, now: sampleClock() });
    const sealed = sealedProblems(bank, (await openBank(bank)).state);
    const open = problems.slice(5, 9);
    const quoting = sampleRow(open[0]!, { id: 'quoting' });
    const rows = [
      ...open.map((problem) => sampleRow(problem)),
      sampleRow({ id: 'copy', query: 'LOOKING for a walnut   bookshelf with five tiers & brass feet' }),
      sampleRow({
        id: 'other-words',
        query: 'with brass feet and 5 tiers, a walnut bookshelf is what I am looking for',
      }),
      {
        ...quoting,
        messages: [
          { role: 'system' as const, content: `Examples:\n- "${held.query.toUpperCase()}" => 1000000007` },
          ...quoting.messages.slice(1),
        ],
      },
    ];
    const request = order(rows, { sealed });
    const { manifest, audit, apart } = await buildRelease(request);
    expect(apart.map(({ id }) => id)).toEqual(['row-copy', 'row-other-words', 'quoting']);
    expect(manifest.apart).toEqual({ SEALED: 3, HELD_OUT: 0, HIDDEN: 0, CROSSING: 0, NO_LICENCE: 0 });
    expect(audit).toMatchObject({ sealed_checked: true, sealed_problems: 1 });
    const released = [...everything(request.out).values()].join('\n');
    for (const secret of ['vault-1', 'walnut', 'WALNUT', 'row-copy', 'quoting']) expect(released).not.toContain(secret);
    const aside = await buildRelease(order(rows, { heldOut: [held] }));
    expect(aside.manifest.apart).toEqual({ SEALED: 0, HELD_OUT: 3, HIDDEN: 0, CROSSING: 0, NO_LICENCE: 0 });
  });

  it('a release keeps problems in the split that an earlier cut assigned', async () => {
    const file = place();
    const out = place();
    await writeProblems(file, problems);
    const shares = { train: 0.3, dev: 0.3, heldout: 0.4 };
    const cut = await splitProblems({ files: [file], problems, market, shares, seed: 3, out });
    const request = order(twoEach(problems), { settled: await readSettled(out), market });
    await buildRelease(request);
    for (const row of await rowsOf(request.out)) expect(row.split).toBe(cut.assignment[row.problem_id]);
    const [left, right] = ['train', 'heldout'].map((name) => problems.find(({ id }) => cut.assignment[id] === name)!);
    const both = { ...left!, id: 'both', targets: [...left!.targets, ...right!.targets] };
    const linking = order([sampleRow(both)], { problems: [both], settled: await readSettled(out) });
    await expect(buildRelease(linking)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('belong to one cluster'),
    });
    writeFileSync(join(out, 'dev.jsonl'), '');
    await expect(readSettled(out)).rejects.toMatchObject({ message: expect.stringContaining('dev.jsonl') });
  });

  it('uses the licence of the row, then of the agent, and otherwise states none', async () => {
    const [first, second, third] = sampleProblems(3);
    const rows = [
      sampleRow(first!, { licence: 'CC0-1.0' }),
      sampleRow(second!, { agent: 'known' }),
      sampleRow(third!, { agent: 'unknown' }),
    ];
    const request = order(rows, { licences: new Map([['known', 'CC-BY-4.0']]) });
    await buildRelease(request);
    const licences = new Map((await rowsOf(request.out)).map((row) => [row.problem_id, row.licence]));
    expect(licences).toEqual(
      new Map([
        ['p1', 'CC0-1.0'],
        ['p2', 'CC-BY-4.0'],
        ['p3', 'unstated'],
      ]),
    );
    // A contestant's `none` is not overruled by what a row states.
    const kept = order(rows, { licences: new Map(rows.map(({ agent }) => [agent, 'none'])) });
    expect((await buildRelease(kept)).manifest).toMatchObject({ rows: 0, apart: { NO_LICENCE: 3 } });
  });

  it('refuses to build a release from an incomplete corpus', async () => {
    const [row, other] = twoEach(problems.slice(0, 1));
    const refused = async (rows: readonly FilteredRow[], words: string, change?: (input: string) => void) => {
      const request = order(rows);
      change?.(request.input);
      await expect(buildRelease(request)).rejects.toMatchObject({
        code: 'INPUT_INVALID',
        message: expect.stringContaining(words),
      });
    };
    await refused([row!, row!], 'is listed twice');
    await refused([row!, { ...other!, query: 'something else' }], 'has another query');
    await refused([{ ...row!, tools_ref: 'sha256:0' }], 'does not hold');
    await refused([{ ...row!, messages: [{ role: 'user', content: 7 as unknown as string }] }], 'line 1: messages.0');
    const lose = (input: string) => writeFileSync(join(input, 'trajectories.jsonl'), `${JSON.stringify(row)}\n`);
    await refused([row!, other!], 'states 2', lose);
    const mix = (input: string) => writeFileSync(join(input, 'tools.json'), '{"sha256:0":"[]"}');
    await refused([row!], 'do not match this hash', mix);
  });
});

describe('auditRelease', () => {
  const subject = { sealed: undefined, heldOut: [], clusters: [new Set(['a']), new Set(['b'])] };

  it('auditRelease finds a product, shop or cluster in two splits, and a sealed problem', () => {
    const shops = problems.filter(({ category }) => category === 'shop');
    const shop = shops[0]!;
    const sets = (left: Problem, right: Problem) => [
      { name: 'train', problems: [left] },
      { name: 'heldout', problems: [right] },
    ];
    const other = { ...shop, id: 'other', query: 'nothing alike whatsoever' };
    const audit = auditRelease({ ...subject, sets: sets(shop, other), market });
    expect(audit.clean).toBe(false);
    expect(audit.shared_products).toContain(shop.targets[0]!.productId);
    expect(audit.shared_shops).toHaveLength(1);
    const [first, second] = sampleProblems(2);
    const clean = { ...subject, sets: sets(first!, second!), market: undefined };
    expect(auditRelease(clean).clean).toBe(true);
    const crossing = { ...clean, clusters: [new Set(['a', 'b']), new Set(['b'])] };
    expect(auditRelease(crossing)).toMatchObject({ clean: false, clusters_across: ['b'] });
    expect(() => auditRelease({ ...clean, sealed: [first!] })).toThrow('variant of the sealed problem');
  });
});

describe('the card', () => {
  it('the release card answers its questions in order, with the numbers of the rows', async () => {
    const failed = {
      success: false,
      score: 0,
      rule_set: 'production-strict/1',
      judge: { judge: 'gates', version: 1, quality: 0.6 },
    };
    const [first, second] = problems as [Problem, Problem];
    const hostile = { ...sampleRow(second), outcome: failed, licence: 'mine | <b>[all](x)' };
    const request = order([sampleRow(first), hostile], { shares: { train: 1, dev: 0, heldout: 0 } });
    await buildRelease(request);
    const text = readFileSync(join(request.out, 'CARD.md'), 'utf8');
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Only successes?',
      'Verified how?',
      'Which exact rows?',
      'Was this the prompt at generation?',
      'One full example',
      'How was success decided?',
      'What can probes not see?',
      'Licence and consent?',
      'Contamination?',
      'What was left out, and why?',
      'Does any row come from a log that no gateway recorded?',
      'Was any reasoning written afterwards?',
      'Files',
    ]);
    expect(text).toContain('No: 1 of 2 rows is a success;');
    expect(text).toContain('| left out by | QUALITY\\_LOW | 3 |');
    expect(text).toContain('mine \\| \\<b\\>\\[all\\]\\(x\\)');
    const card = JSON.parse(readFileSync(join(request.out, 'card.json'), 'utf8')) as CorpusCard;
    expect(card.rows).toBe(2);
    expect(card.example).toMatchObject({ id: `row-${first.id}`, messages: sampleRow(first).messages });
  });
});
