import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scaled } from '../testing/scaled.ts';
import { buildMarket } from './build-market.ts';
import { indexPath } from './market-folder.ts';

const ASSAY = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-build-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function market(name: string): Buffer {
  return readFileSync(indexPath(join(folder, name)));
}

describe('buildMarket', () => {
  it('builds the same market bytes for the same seed and others for another', async () => {
    await buildMarket({ products: 1_500, seed: 1, folder: join(folder, 'a') });
    await buildMarket({ products: 1_500, seed: 1, folder: join(folder, 'b') });
    await buildMarket({ products: 1_500, seed: 2, folder: join(folder, 'c') });
    expect(market('a').equals(market('b'))).toBe(true);
    expect(market('a').equals(market('c'))).toBe(false);
  });

  it('a killed build leaves the previous market intact, and the next build removes its leftovers', {
    timeout: scaled(60_000),
  }, async () => {
    const out = join(folder, 'market');
    await buildMarket({ products: 500, seed: 1, folder: out });
    const before = market('market');
    const builder = spawn(process.execPath, [ASSAY, 'market', 'build', '--products', '200000', '--out', out]);
    while (readdirSync(out).length < 5) await new Promise((resolve) => setTimeout(resolve, 20));
    builder.kill('SIGKILL');
    await new Promise((resolve) => builder.on('exit', resolve));
    expect(market('market').equals(before)).toBe(true);
    expect(readdirSync(out).length).toBeGreaterThan(1);
    await buildMarket({ products: 500, seed: 1, folder: out });
    expect(readdirSync(out)).toEqual(['market.index']);
    expect(market('market').equals(before)).toBe(true);
  });

  it('a full disk is reported and leaves the previous market intact', { timeout: scaled(60_000) }, async () => {
    const out = join(folder, 'market');
    await buildMarket({ products: 500, seed: 1, folder: out });
    const before = market('market');
    // A file size limit makes the write fail like a full disk, and needs no privileges.
    const limited = `trap '' XFSZ; ulimit -f 1000; exec "$0" "$@"`;
    const build = [process.execPath, ASSAY, 'market', 'build', '--products', '20000', '--out', out];
    const { status, stderr } = spawnSync('bash', ['-c', limited, ...build], { encoding: 'utf8' });
    expect(stderr).toMatch(/No space left while writing .*market\.index.*unchanged/);
    expect(stderr).toContain('→ Free some disk space');
    expect(status).toBe(2);
    expect(market('market').equals(before)).toBe(true);
    expect(readdirSync(out)).toEqual(['market.index']);
  });
});
