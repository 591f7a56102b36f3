import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TrainingSummary } from '../../training/summary.ts';
import { sampleSummary } from '../../training/testing/sample-summary.ts';
import { type AnotherServer, SampleServer } from '../testing/sample/sample-server.ts';
import { makeSqlitePlace } from '../testing/sample/sqlite-place.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-trained-'));
const runs = join(folder, 'runs');
const log: string[] = [];
let arena: SampleServer;
let server: AnotherServer;

beforeAll(async () => {
  arena = await SampleServer.open(makeSqlitePlace);
  const stream = { write: (line: string) => void log.push(line) };
  server = await arena.openAnother({ trainingFolder: runs }, { logger: { level: 'warn', stream } });
});
afterAll(async () => {
  await server.close();
  await arena.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  rmSync(runs, { recursive: true, force: true });
  log.length = 0;
});

let clock = 1_700_000_000;

/** Each is newer than the one before it, whatever the file system can tell apart. */
function write(file: string, content: unknown): void {
  const path = join(runs, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  clock += 10;
  utimesSync(path, clock, clock);
}

const look = async () => await server.ask({ target: '/v1/public/training' });

describe('the published training', () => {
  it('is nowhere before there is one, and where no folder was named', async () => {
    expect(await look()).toMatchObject({ status: 404, json: { error_code: 'ARTIFACT_NOT_FOUND' } });
    mkdirSync(join(runs, 'begun'), { recursive: true });
    expect(await look()).toMatchObject({ status: 404 });
    expect(await arena.ask({ target: '/v1/public/training' })).toMatchObject({ status: 404 });
  });

  it('is what the run wrote, and what it wrote last', async () => {
    write('summary.json', sampleSummary());
    expect(await look()).toMatchObject({ status: 200, json: sampleSummary() });
    write('summary.json', sampleSummary({ corpus: 'another' }));
    expect((await look()).json).toMatchObject({ corpus: 'another' });
  });

  it('is the newest of several', async () => {
    write('b/summary.json', sampleSummary({ model: 'first' }));
    write('a/summary.json', sampleSummary({ model: 'second' }));
    expect((await look()).json).toMatchObject({ model: 'second' });
    write('b/summary.json', sampleSummary({ model: 'third' }));
    expect((await look()).json).toMatchObject({ model: 'third' });
  });

  it.each([
    ['cut off', JSON.stringify(sampleSummary()).slice(0, 500)],
    ['with a number that is none', '{"model": NaN}'],
    ['of another kind', { version: 1, rows: 4 }],
    ['silent on what was simulated', { ...sampleSummary(), simulated: undefined }],
    ['deeper than anything', '['.repeat(100_000)],
    ['larger than anything', ' '.repeat(17 * 1024 * 1024)],
  ])('says so of a file %s, to the operator in full and once, and takes the next', async (_, content) => {
    write('summary.json', content);
    for (const answer of [await look(), await look()]) {
      expect(answer).toMatchObject({ status: 503, json: { detail: 'What was trained here cannot be read now.' } });
      expect(answer.text).not.toContain(folder);
    }
    expect(log.filter((line) => line.includes(join(runs, 'summary.json')))).toHaveLength(1);
    write('summary.json', sampleSummary());
    expect(await look()).toMatchObject({ status: 200 });
  });

  it('says nothing of where it was made, nor what else stands in the file', async () => {
    const held = { problem_id: 'held-out-1', query: 'a hidden lamp' };
    write('summary.json', {
      ...sampleSummary({ model: '/srv/private/models/tiny', about: `made in ${folder} with http://10.1.2.3/v1` }),
      held_out: [held],
      stages: [{ stage: 'sft', ended: 'done', measures: {}, problems: [held], samples: '/srv/private' }],
    });
    const { status, text, json } = await look();
    expect(status).toBe(200);
    expect(json).toMatchObject({ model: 'tiny', stages: [{ stage: 'sft', ended: 'done', measures: {} }] });
    for (const secret of ['private', folder, '10.1.2.3', 'held-out-1', 'hidden lamp'])
      expect(text).not.toContain(secret);
  });

  it('sends no more points of a curve than a screen can show, both ends included', async () => {
    const points = Array.from({ length: 50_001 }, (_, step) => ({ step, value: 1 / (step + 1) }));
    write('summary.json', sampleSummary({ curves: [{ stage: 'sft', what: 'loss', points }] }));
    const [curve] = ((await look()).json as TrainingSummary).curves;
    expect(curve!.points).toHaveLength(1_000);
    expect([curve!.points[0]!.step, curve!.points.at(-1)!.step]).toEqual([0, 50_000]);
  });
});
