import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentHash, untilChanged } from './watch.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
  file = join(folder, 'agent.py');
  writeFileSync(file, 'one');
});
afterEach(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;

describe('watching a file', () => {
  it('detects a change of a watched file, also one before watching began', async () => {
    const before = contentHash(file);
    const changed = untilChanged(file, before, never);
    writeFileSync(file, 'two');
    expect(await changed).toBe(true);
    expect(await untilChanged(file, before, never)).toBe(true);
  });

  it('detects a watched file that is replaced, as editors do', async () => {
    const changed = untilChanged(file, contentHash(file), never);
    writeFileSync(join(folder, 'agent.py.swp'), 'three');
    renameSync(join(folder, 'agent.py.swp'), file);
    expect(await changed).toBe(true);
  });

  it('ignores other files and saves without a change, and stops with its signal', async () => {
    const stop = new AbortController();
    const changed = untilChanged(file, contentHash(file), stop.signal);
    writeFileSync(join(folder, 'other.py'), 'x');
    writeFileSync(file, 'one');
    stop.abort();
    expect(await changed).toBe(false);
    expect(contentHash(join(folder, 'nowhere.py'))).toBeUndefined();
  });
});
