import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOG_FIXTURES } from '../../../corpus/logs/testing/log-fixtures.ts';
import { sampleRows } from '../../../corpus/testing/sample-attempts.ts';
import { AssayRunner, type Ran } from '../../testing/assay-runner.ts';

const runner = new AssayRunner();

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  writeFileSync(join(folder, 'day.jsonl'), [...sampleRows(50), '{"version": 9}'].join('\n'));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function corpus(...words: string[]): Promise<Ran> {
  return await runner.run(['corpus', ...words], { cwd: folder });
}

describe('assay corpus', () => {
  it('assay corpus filter prints the reasons, and what a threshold moves', async () => {
    const first = await corpus('filter', 'day.jsonl', '--out', 'a');
    expect(first).toMatchObject({ code: 0, error: '' });
    expect(first.output).toMatch(/^51 attempts: \d+ kept, \d+ rejected, 1 quarantined\./);
    expect(first.output).toMatch(/attempts read +51\n.*with a conversation +\d+\n.*judged +\d+\n.*rendered +\d+\n/);
    expect(first.output).toContain('SCHEMA_UNKNOWN');
    expect(first.output).toContain('Lengths are estimated');
    const second = await corpus('filter', 'day.jsonl', '--out', 'b', '--set', 'minimumQuality=0.9', '--json');
    const { kept, config } = JSON.parse(second.output) as { kept: number; config: { minimumQuality: number } };
    expect(config.minimumQuality).toBe(0.9);
    const moved = await corpus('moves', 'a', 'b', '--json');
    const { moves } = JSON.parse(moved.output) as { moves: { from: string; to: string; attempts: number }[] };
    const before = readFileSync(join(folder, 'a', 'trajectories.jsonl'), 'utf8')
      .trimEnd()
      .split('\n').length;
    expect(moves).toEqual([expect.objectContaining({ from: 'kept', to: 'QUALITY_LOW', attempts: before - kept })]);
    writeFileSync(join(folder, 'one.jsonl'), readFileSync(join(folder, 'day.jsonl'), 'utf8').split('\n', 1)[0]!);
    expect((await corpus('filter', 'one.jsonl', '--out', 'one')).output).toMatch(/^1 attempt: /);
    expect((await corpus('moves', 'a', 'a')).output).toBe('Nothing moved.\n');
  });

  it('assay corpus filter separates logs of other programs from recorded attempts, and reads only the named format', async () => {
    const read = await corpus('filter', LOG_FIXTURES, '--out', 'logs');
    expect(read).toMatchObject({ code: 0, error: '' });
    expect(read.output).toContain('Also 2 rows from logs that no gateway recorded, in claimed.jsonl.');
    const one = await corpus('filter', LOG_FIXTURES, 'day.jsonl', '--out', 'inspect', '--format', 'inspect', '--json');
    expect(JSON.parse(one.output)).toMatchObject({ kept: 0, claimed: 2, rejected: 0 });
    expect((await corpus('build', 'logs', '--out', 'release')).output).toContain(
      '2 rows from logs that no gateway recorded',
    );
    const hub = await corpus('export', 'release', '--format', 'hub', '--out', 'hub', '--shard-mb', '1');
    expect(hub).toMatchObject({ code: 0, output: expect.stringContaining('Also 2 from external logs') });
    expect(readFileSync(join(folder, 'hub', 'README.md'), 'utf8')).toContain('- config_name: claimed');
    const both = await corpus('filter', '--data', 'x', '--format', 'otel', '--out', 'z');
    expect(both).toMatchObject({ code: 2, error: expect.stringContaining('--format') });
  });

  it('assay corpus filter --strict stops at unreadable input, and wrong usage is explained', async () => {
    const strict = await corpus('filter', 'day.jsonl', '--out', 'c', '--strict');
    expect(strict).toMatchObject({ code: 1, error: expect.stringContaining('day.jsonl, line 51: SCHEMA_UNKNOWN') });
    const unknown = await corpus('filter', 'day.jsonl', '--out', 'c', '--set', 'quality=1');
    expect(unknown).toMatchObject({ code: 2, error: expect.stringContaining('minimumQuality') });
    expect(await corpus('filter', 'nowhere', '--out', 'c')).toMatchObject({ code: 2 });
    expect(await corpus('audit', '--agents', 'nobody')).toMatchObject({ code: 2 });
  });
});
