import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { filterAttempts } from '../../../corpus/pipeline.ts';
import { sampleRows } from '../../../corpus/testing/sample-attempts.ts';
import { sampleFilterOptions } from '../../../corpus/testing/sample-filter-options.ts';
import { createSuite } from '../../../problems/suites.ts';
import { sampleClock, sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { corpusBuildCommand } from './build.ts';
import { corpusExportCommand } from './export.ts';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-build-'));
  writeFileSync(join(folder, 'day.jsonl'), [...sampleRows(50)].join('\n'));
  const suite = { name: 'vault', version: 1, kind: 'heldout' as const, problems: sampleProblems(3) };
  await createSuite({ folder: join(folder, 'bank'), suite, sealed: true, now: sampleClock() });
});

afterAll(() => rmSync(folder, { recursive: true }));

async function assay(command: Command, ...words: string[]): Promise<{ code: unknown; output: string }> {
  let output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    output += String(piece);
    return true;
  });
  const silent = { writeErr: () => {} };
  try {
    await command.option('--json').exitOverride().configureOutput(silent).parseAsync(words, { from: 'user' });
    return { code: process.exitCode ?? 0, output };
  } finally {
    write.mockRestore();
    process.exitCode = undefined;
  }
}

const at = (name: string) => join(folder, name);

describe('assay corpus build and export', () => {
  it('assay corpus build and export release the kept rows and count what formats lose', async () => {
    await filterAttempts(sampleFilterOptions(at('day.jsonl'), at('filtered')));
    const kept = readFileSync(join(folder, 'filtered', 'trajectories.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const agent = (JSON.parse(kept[0]!) as { agent: string }).agent;
    writeFileSync(join(folder, 'licences.json'), JSON.stringify({ [agent]: 'CC-BY-4.0' }));
    const built = await assay(
      corpusBuildCommand(),
      ...[at('filtered'), '--out', at('release'), '--name', 'day-1', '--bank', at('bank')],
      ...['--licences', at('licences.json'), '--train', '0.5', '--dev', '0', '--heldout', '0.5'],
    );
    expect(built.code).toBe(0);
    expect(built.output).toContain('None of 3 sealed problems, or a variant of one, is in it');
    expect(built.output).toContain('compared by words only');
    const manifest = JSON.parse(readFileSync(join(folder, 'release', 'manifest.json'), 'utf8')) as { rows: number };
    expect(manifest).toMatchObject({ name: 'day-1', rows: kept.length, apart: { SEALED: 0 } });
    expect(readFileSync(join(folder, 'release', 'CARD.md'), 'utf8')).toContain('| licences | CC-BY-4.0 |');
    expect(built.output).not.toContain('No licences were given');
    // A file written by hand: ` None` must be read as `none`, not as another licence and not as a missing one.
    writeFileSync(join(folder, 'licences.json'), JSON.stringify({ [agent]: ' None' }));
    const again = (...words: string[]) =>
      assay(corpusBuildCommand(), at('filtered'), '--out', at('again'), '--bank', at('bank'), ...words);
    const without = await again('--licences', at('licences.json'), '--json');
    expect(JSON.parse(without.output)).toMatchObject({ manifest: { apart: { NO_LICENCE: expect.any(Number) } } });
    const held = (JSON.parse(without.output) as { manifest: { apart: Record<string, number> } }).manifest.apart;
    expect(held.NO_LICENCE).toBe(kept.filter((line) => line.includes(agent)).length);
    writeFileSync(join(folder, 'licences.json'), JSON.stringify({ [agent.toUpperCase()]: 'none' }));
    await expect(again('--licences', at('licences.json'))).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect((await again()).output).toContain('No licences were given');
    const exported = await assay(
      corpusExportCommand(),
      ...[at('release'), '--format', 'llamafactory', '--out', at('export')],
    );
    expect(exported.code).toBe(0);
    expect(exported.output).toContain('CALLS_AS_TEXT');
    const report = await assay(
      corpusExportCommand(),
      ...[at('release'), '--format', 'trl-sft', '--out', at('sft'), '--json'],
    );
    const { splits } = JSON.parse(report.output) as { splits: Record<string, { lines: number }> };
    expect(splits.train!.lines + splits.heldout!.lines).toBe(kept.length);
  });

  it('assay corpus build and export reject wrong usage with a reason', async () => {
    const build = (...words: string[]) => assay(corpusBuildCommand(), ...words);
    const exporting = (...words: string[]) => assay(corpusExportCommand(), ...words);
    await expect(build(at('nowhere'), '--out', at('x'))).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(build(at('x'), '--out', at('y'), '--name', '../z')).rejects.toMatchObject({ code: 'USAGE' });
    const itself = ['--out', at('y'), '--previous', join(at('y'), '.')];
    await expect(build(at('x'), ...itself)).rejects.toMatchObject({ code: 'USAGE' });
    const none = ['--train', '0', '--dev', '0', '--heldout', '0'];
    await expect(build(at('x'), '--out', at('y'), ...none)).rejects.toMatchObject({ code: 'USAGE' });
    await expect(exporting(at('x'), '--format', 'nemo', '--out', at('y'))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    await expect(exporting(at('x'), '--format', 'nemo', '--out', at('x'))).rejects.toMatchObject({ code: 'USAGE' });
    await expect(exporting(at('x'), '--format', 'csv', '--out', at('y'))).rejects.toThrow('trl-sft');
  });
});
