import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const SUITES = fileURLToPath(new URL('../../../../suites/', import.meta.url));
const runner = new AssayRunner();
const root = mkdtempSync(join(tmpdir(), 'assay-export-'));
afterAll(() => rmSync(root, { recursive: true }));

async function run(...words: readonly string[]) {
  return await runner.run(['problems', 'export', ...words], { cwd: root });
}

describe('problems export', () => {
  it('assay problems export writes tasks for Harbor with the request and no answer', {
    timeout: scaled(120_000),
  }, async () => {
    const suite = join(SUITES, 'dev-75');
    const { code, error } = await run(suite, '--format', 'harbor', '--out', 'tasks');
    expect(code, error).toBe(0);
    const problems = await readProblemFile(join(suite, 'problems.jsonl'));
    expect(readdirSync(join(root, 'tasks')).toSorted()).toEqual(problems.map(({ id }) => id).toSorted());
    for (const { id, query, targets } of problems) {
      const folder = join(root, 'tasks', id);
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(files.map(({ name }) => name).toSorted()).toEqual(
        ['Dockerfile', 'instruction.md', 'problem.json', 'shop', 'task.toml', 'test.sh', 'verdict.py'].toSorted(),
      );
      const text = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
      expect(text).toContain(query);
      for (const { productId, accepts = [], titles } of targets)
        for (const answer of [productId, ...accepts, ...titles]) expect(text).not.toContain(answer);
      expect(statSync(join(folder, 'tests', 'test.sh')).mode & 0o111).toBe(0o111);
    }
    const again = await run(suite, '--format', 'harbor', '--out', 'tasks');
    expect(again.code).toBe(1);
    expect(again.error).toContain('is not empty');
  });

  it('assay problems export writes as many tasks as requested', { timeout: scaled(60_000) }, async () => {
    const words = [join(SUITES, 'train-300'), '--format', 'harbor', '--out', 'two', '--limit', '2', '--json'];
    expect(JSON.parse((await run(...words)).output).tasks).toHaveLength(2);
    expect(readdirSync(join(root, 'two'))).toHaveLength(2);
  });

  it('assay problems export never exports held-out problems', { timeout: scaled(60_000) }, async () => {
    for (const suite of ['heldout-75', 'v1/heldout-75']) {
      const { code, error } = await run(join(SUITES, suite), '--format', 'harbor', '--out', 'none');
      expect(code, suite).toBe(1);
      expect(error).toContain('held out');
    }
    expect(readdirSync(root)).not.toContain('none');
  });
});
