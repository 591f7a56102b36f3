import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../../store/testing/every-engine.ts';
import { openSampleArena, type SampleArena } from '../testing/sample-arena.ts';
import { DISGUISES, sampleSource } from '../testing/sample-copies.ts';
import { MOST_CONTESTANTS } from './compare-marks.ts';
import { exampleMarks, marksOfTexts } from './example-marks.ts';
import { marksOf } from './marks-of.ts';
import { nearCopies } from './near-copies.ts';

const NONE: ReadonlySet<number> = new Set();
const AGENTS = readdirSync(new URL('../../../agents/', import.meta.url)).filter((name) => name.endsWith('.py'));

onEveryEngine('near-copies', (makeDatabase) => {
  let arena: SampleArena;
  let number: number;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase);
    number = 0;
  });
  afterEach(() => arena.close());

  /** Adds a version as for an accepted submission. */
  async function submit(
    hotkey: string,
    source: string,
    exampleAgentMarks = NONE,
  ): Promise<{ id: string; isLike: boolean }> {
    arena.pass(1_000);
    const id = await arena.addVersion({ hotkey, number: ++number, submittedAt: arena.now() });
    const version = { agentVersionId: id, hotkey, marks: marksOf(source, exampleAgentMarks) };
    const isLike = await arena.database.withTransaction((transaction) =>
      nearCopies(transaction, version, { share: arena.policy.submissions.nearCopyShare, now: arena.now() }),
    );
    return { id, isLike };
  }

  async function noted() {
    return await arena.database.reader.selectFrom('near_copies').selectAll().orderBy('noted_at').execute();
  }

  it.each(Object.keys(DISGUISES))('near-copies are found despite %s, in every kind of agent', async (name) => {
    for (const agent of ['extract_and_search.py', 'careful_verifier.py', 'no_model.py']) {
      const source = sampleSource(agent);
      expect((await submit(`author of ${agent}`, source)).isLike, agent).toBe(false);
      expect((await submit(`copier of ${agent}`, DISGUISES[name]!(source))).isLike, agent).toBe(true);
    }
  });

  it('near-copies are recorded with their source and the matching lines', async () => {
    const source = sampleSource('rank_by_model.py');
    const original = await submit('author', source);
    const copy = await submit('copier', `# first\n# second\n${source}`);
    const [row, ...more] = await noted();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ agent_version_id: copy.id, other_version_id: original.id, shared_share: 1 });
    expect(row!.line_pairs.length).toBeGreaterThan(50);
    expect(row!.line_pairs.every(([line, otherLine]) => line === otherLine + 2)).toBe(true);
  });

  it('near-copies exclude a contestant’s own code, and code that others copied from it', async () => {
    const source = sampleSource('react_text.py');
    await submit('author', source);
    expect((await submit('author', source)).isLike).toBe(false);
    expect((await submit('copier', source)).isLike).toBe(true);
    expect((await submit('author', source)).isLike).toBe(false);
    expect((await submit('copier', source)).isLike).toBe(true);
  });

  it('near-copies are found in code built up over many versions', async () => {
    const lines = sampleSource('extract_and_search.py').split('\n');
    for (let end = 20; end <= lines.length + 20; end += 20) await submit('author', lines.slice(0, end).join('\n'));
    const { isLike, id } = await submit('copier', lines.join('\n'));
    expect(isLike).toBe(true);
    const rows = await noted();
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every((row) => row.agent_version_id === id && row.shared_share > 0.9)).toBe(true);
  });

  it('near-copies are found in a file with more marks than are kept', async () => {
    const source = sampleSource('no_model.py');
    await submit('author', source);
    let seed = 1;
    const operators = '+-*/%@&|^~<>.:=';
    const padding = Array.from({ length: 120_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return operators[seed % operators.length];
    }).join(' ');
    expect((await submit('copier', `${padding}\n${source}`)).isLike).toBe(true);
  });

  it('two agents with only common habits are not near-copies', async () => {
    for (const agent of AGENTS)
      expect((await submit(`author of ${agent}`, sampleSource(agent))).isLike, agent).toBe(false);
  });

  it('agents based on the shipped examples are not near-copies', async () => {
    for (const agent of AGENTS) {
      const source = sampleSource(agent);
      expect((await submit(`one with ${agent}`, source, exampleMarks())).isLike).toBe(false);
      expect((await submit(`another with ${agent}`, `${source}\nLIMIT = 3\n`, exampleMarks())).isLike).toBe(false);
    }
    expect(await noted()).toEqual([]);
  });

  it('code that very many contestants have is not a near-copy, and takes no more space', async () => {
    const source = sampleSource('native_tools.py');
    const found: boolean[] = [];
    for (let contestant = 0; contestant < MOST_CONTESTANTS + 4; contestant++) {
      found.push((await submit(`contestant-${contestant}`, source)).isLike);
    }
    expect(found[0]).toBe(false);
    expect(found.slice(1, MOST_CONTESTANTS + 1)).toEqual(Array(MOST_CONTESTANTS).fill(true));
    expect(found.slice(MOST_CONTESTANTS + 1)).toEqual([false, false, false]);
    const { rows } = await arena.database.reader
      .selectFrom('code_marks')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    expect(rows).toBe(marksOf(source).length * (MOST_CONTESTANTS + 1));
  });

  it('a few lines or an empty file are not near-copies', async () => {
    const small = 'def agent_main(problem_data):\n    return [step(problem_data, number) for number in range(3)]\n';
    await submit('author', small);
    expect((await submit('copier', small)).isLike).toBe(false);
    expect((await submit('nobody', '')).isLike).toBe(false);
  });
});

describe('marks of shipped code', () => {
  it('marks of shipped code cover all its pieces, so that none counts in any surroundings', () => {
    const text = sampleSource('native_tools.py');
    const house = marksOfTexts([text]);
    const own = marksOf(`import json\nlimit = 3\n\n\n${text}\n\nlimit = 4\n`, house);
    expect(marksOf(text, house)).toEqual([]);
    expect(own.length).toBeLessThan(6);
  });

  it('marks of shipped code are those of the example agents and the kit', () => {
    const house = exampleMarks();
    for (const agent of AGENTS) expect(marksOf(sampleSource(agent), house)).toEqual([]);
    expect(house.size).toBeGreaterThan(5_000);
  });
});
