import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RowMessage } from '../../chat/schema.ts';
import { trajectoryOf } from '../filter/attempt-reading.ts';
import { isQuarantined } from '../intake/quarantine.ts';
import type { ReadAttempt } from '../intake/read-attempt.ts';
import { rowSources } from '../pipeline/input-rows.ts';
import { LOG_FIXTURES, readLog, writeLog } from './testing/log-fixtures.ts';

const QUERY = 'I am looking for a brass desk lamp with a dimmer, for less than 60.';

/** The conversation that each program recorded, in its own terms. */
const SPOKEN = [
  ['system', 'You help customers shop. Search, look closely, and recommend exactly one product.'],
  ['user', QUERY],
  ['assistant', 'I will search for it first.', 'find_product', { q: 'brass desk lamp dimmer', price: '0-60' }],
  ['tool', 'find_product'],
  [
    'assistant',
    'The first has a dimmer, it seems. I open it.',
    'view_product_information',
    { product_ids: '1000000001' },
  ],
  ['tool', 'view_product_information'],
  [
    'assistant',
    'It is of brass, has a stepless dimmer and costs 54.9.',
    'recommend_product',
    { product_ids: '1000000001' },
  ],
  ['tool', 'recommend_product'],
];

function told(message: RowMessage): unknown[] {
  if (message.role === 'tool') return [message.role, message.name];
  const [call] = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  if (call === undefined) return [message.role, message.content];
  return [message.role, message.content, call.function.name, JSON.parse(call.function.arguments)];
}

async function readings(path: string): Promise<ReadAttempt['reading'][]> {
  const found = await readLog(path);
  return found.map((each) => {
    if (isQuarantined(each)) throw new Error(`${each.reason}: ${each.detail}`);
    return each.reading;
  });
}

describe('logs of other programs', () => {
  it.each([
    ['openai.jsonl', 2, '', { format: 'openai', producer: '' }],
    ['inspect.eval', 2, 'mockllm/model', { format: 'inspect', producer: 'inspect_ai 0.3.285' }],
    ['inspect.json.gz', 2, 'mockllm/model', { format: 'inspect', producer: 'inspect_ai 0.3.285' }],
    ['langfuse.json', 1, 'fixed-model', { format: 'langfuse', producer: 'langfuse' }],
    ['otel.jsonl', 2, 'fixed-model', { format: 'otel', producer: 'opentelemetry.util.genai.handler 0.4b0' }],
    ['otel-console.jsonl', 2, 'fixed-model', { format: 'otel', producer: 'opentelemetry' }],
    ['atif.json', 1, 'fixed-model', { format: 'atif', producer: 'shopper 1.0' }],
    ['atif-1.7.jsonl', 1, 'fixed-model', { format: 'atif', producer: 'shopper 1.0' }],
  ])('reads the log file %s', async (file, count, model, mark) => {
    const found = await readings(join(LOG_FIXTURES, file));
    expect(found).toHaveLength(count);
    const [first] = found;
    const trajectory = trajectoryOf(first!)!;
    expect(trajectory.messages.slice(0, 8).map(told)).toEqual(SPOKEN);
    const last = trajectory.messages.slice(8).map(told);
    expect(last).toEqual(file.startsWith('atif') ? [] : [['assistant', 'I have recommended a lamp.']]);
    expect(first!.facts).toMatchObject({ claimed: mark, policy: { name: model }, run_id: null, validator: null });
    expect(first!.facts.attempt_id).toMatch(/-claimed$/);
    expect(first!.agency).toMatchObject({ verdict: 'claimed', share: 1, recommendation: 'unknown' });
    expect(trajectory).toMatchObject({ query: QUERY, fidelity: 'claimed', supplied_results: 0 });
    expect(trajectory.steps.map(({ message }) => message)).toEqual([2, 4, 6, ...(last.length > 0 ? [8] : [])]);
  });

  it('keeps the score of an Inspect log as claimed, and marks its model as simulated', async () => {
    const [first, second] = await readings(join(LOG_FIXTURES, 'inspect.eval'));
    expect(first!.facts.claimed!.said).toEqual({
      problem_id: 'p-lamp',
      task: 'shopping',
      sample: 'lamp-1',
      epoch: 1,
      scores: { includes: 'C' },
    });
    expect(first!.verdict).toBeNull();
    expect(first!.facts).toMatchObject({ policy: { simulated: true } });
    expect(second!.facts.claimed!.said).not.toHaveProperty('problem_id');
    const tools = JSON.parse(trajectoryOf(first!)!.tools) as { function: { name: string } }[];
    expect(tools.map((tool) => tool.function.name)).toEqual([
      'find_product',
      'view_product_information',
      'recommend_product',
    ]);
  });

  it('both formats of one Inspect log give the same ids and rows', async () => {
    const [packed, plain] = await Promise.all(
      ['inspect.eval', 'inspect.json.gz'].map((file) => readings(join(LOG_FIXTURES, file))),
    );
    expect(packed!.map(({ facts, rebuilt }) => ({ facts, rebuilt }))).toEqual(
      plain!.map(({ facts, rebuilt }) => ({ facts, rebuilt })),
    );
  });
});

describe('logs that are broken or hostile', () => {
  const reasons = async (path: string) =>
    (await readLog(path)).map((each) => (isQuarantined(each) ? each.reason : 'read'));

  it('quarantines a truncated log archive', async () => {
    const whole = readFileSync(join(LOG_FIXTURES, 'inspect.eval'));
    expect(await reasons(writeLog('torn.eval', whole.subarray(0, 5_000)))).toEqual(['TRUNCATED_FILE']);
  });

  it('quarantines a sample that unpacks to more than a row may have, whatever size the archive states', async () => {
    const header = JSON.stringify({ version: 2, eval: { task: 't', model: 'm' } });
    const bomb = zstdCompressSync(Buffer.alloc(40 * 1024 ** 2, ' '));
    const path = writeLog(
      'bomb.eval',
      zipOf([
        { name: 'header.json', packed: zstdCompressSync(header), stated: header.length },
        { name: 'samples/a.json', packed: bomb, stated: 10 },
      ]),
    );
    expect(await reasons(path)).toEqual(['ROW_TOO_LARGE']);
  });

  it('quarantines an archive that is not a log', async () => {
    const other = zipOf([{ name: 'x.txt', packed: zstdCompressSync('x'), stated: 1 }]);
    expect(await reasons(writeLog('other.eval', other))).toEqual(['SCHEMA_UNKNOWN']);
  });

  it('one broken line of spans loses only that line', async () => {
    const lines = readFileSync(join(LOG_FIXTURES, 'otel.jsonl'), 'utf8').trimEnd().split('\n');
    const path = writeLog('spans.jsonl', [lines[0], '{"resourceSpans":[', ...lines.slice(1)].join('\n'));
    expect((await reasons(path)).toSorted()).toEqual(['NOT_JSON', 'read', 'read']);
  });

  it('one conversation nested too deeply loses only that conversation', async () => {
    const deep = (text: string) =>
      text.replaceAll('"Search for products."', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    const [first, second] = readFileSync(join(LOG_FIXTURES, 'openai.jsonl'), 'utf8').trimEnd().split('\n');
    expect(await reasons(writeLog('deep.jsonl', `${deep(first!)}\n${second}\n`))).toEqual(['UNREADABLE', 'read']);
    const whole = readFileSync(join(LOG_FIXTURES, 'langfuse.json'), 'utf8');
    expect(await reasons(writeLog('deep.json', deep(whole)))).toEqual(['UNREADABLE']);
  });

  it('reads logs beside another program’s manifest, and only rows beside one of our corpus', () => {
    const theirs = dirname(writeLog('manifest.json', '{"exported": 1}'));
    writeFileSync(join(theirs, 'a.jsonl'), '');
    expect(rowSources(theirs).map(({ name }) => name)).toEqual(['a.jsonl', 'manifest.json']);
    const ours = dirname(writeLog('export.json', '{"kind": "assay-corpus-export"}'));
    for (const name of ['train.jsonl', 'dev.claimed.jsonl', 'dataset_info.json']) writeFileSync(join(ours, name), '');
    expect(rowSources(ours).map(({ name }) => name)).toEqual(['dev.claimed.jsonl', 'train.jsonl']);
  });

  it('reports a log whose contents were not captured', async () => {
    const text = readFileSync(join(LOG_FIXTURES, 'otel-console.jsonl'), 'utf8').replaceAll(
      'gen_ai.output.messages',
      'x',
    );
    expect(new Set(await reasons(writeLog('empty.jsonl', text)))).toEqual(new Set(['NOT_AN_ATTEMPT']));
  });

  it.each([
    [
      'an unknown version of ATIF',
      { schema_version: 'ATIF-v9.0', agent: { name: 'a', version: '1' }, steps: [{ source: 'user', message: 'x' }] },
      'SCHEMA_UNKNOWN',
    ],
    ['ATIF without an agent', { schema_version: 'ATIF-v1.7', steps: [] }, 'NOT_AN_ATTEMPT'],
    ['anything else', { hello: 'world' }, 'SCHEMA_UNKNOWN'],
    ['a rewritten row', { id: 'x', source: 'rewritten', messages: [{ role: 'user', content: 'x' }] }, 'REWRITTEN'],
  ])('quarantines a malformed log: %s', async (_, document, reason) => {
    expect(await reasons(writeLog('one.jsonl', `${JSON.stringify(document)}\n`))).toEqual([reason]);
    expect(await reasons(writeLog('one.json', JSON.stringify(document, null, 2)))).toEqual([reason]);
  });
});

interface ZipEntry {
  readonly name: string;
  readonly packed: Uint8Array;
  /** The size that the archive states. */
  readonly stated: number;
}

function zipOf(entries: readonly ZipEntry[]): Buffer {
  const ZSTANDARD = 93;
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, packed, stated } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(ZSTANDARD, 4);
    common.writeUInt32LE(crc32(packed), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(stated, 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, tail, Buffer.from(name)]),
    );
    files.push(file);
    at += file.length;
  }
  const entriesBytes = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(entriesBytes.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, entriesBytes, Buffer.from('PK\u0005\u0006'), end]);
}
