import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CachingFactsReader } from '../testing/crash/caching-facts-reader.ts';
import { writeSampleMarket } from '../testing/sample/sample-market.ts';
import { parseArenaConfig } from './arena-config.ts';
import { startArena } from './start-arena.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-warnings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function warningsOf(simulated: boolean, marketFolder?: string): Promise<readonly string[]> {
  const warnings: string[] = [];
  const started = await startArena({
    folder,
    config: parseArenaConfig({ simulated }),
    environment: {},
    reader: new CachingFactsReader(),
    version: 'test',
    logger: false,
    publicUrl: () => '',
    marketFolder,
    onWarning: (warning) => void warnings.push(warning),
  });
  await started.stop();
  return warnings;
}

describe('warnings at the start of an arena', () => {
  it('an arena without models and market warns of both, with a remedy', async () => {
    expect(await warningsOf(false)).toEqual([
      expect.stringMatching(/^Agents have no model to use/),
      expect.stringMatching(/^The arena serves no market.*`assay serve --market DIR`/),
    ]);
  });

  it('an arena with a market does not warn of it, named or in its data folder', async () => {
    writeSampleMarket(join(folder, 'elsewhere'));
    expect(await warningsOf(true, join(folder, 'elsewhere'))).toEqual([]);
    writeSampleMarket(join(folder, 'market'));
    expect(await warningsOf(true)).toEqual([]);
  });
});
