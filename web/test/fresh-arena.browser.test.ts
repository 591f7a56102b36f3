import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../src/testing/scaled.ts';
import { expectAccessible, openPage } from './harness.ts';
import { type ServedArena, serveArena } from './serve-arena.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-fresh-arena-'));
let arena: ServedArena;

beforeAll(async () => {
  arena = await serveArena(['--data', folder]);
}, scaled(60_000));

afterAll(async () => {
  await arena.stop();
  rmSync(folder, { recursive: true, force: true });
});

// `openPage` fails a test whose page logs an error, such as a request that is answered with 404.
describe('the pages of an arena that was just started', { timeout: scaled(60_000) }, () => {
  it('the races page of a fresh arena says what opens qualifying, and names no closing time', async () => {
    const page = await openPage('/races', { url: arena.url });
    await page.getByText('Qualifying begins when the operator activates a suite of problems').waitFor();
    await page.getByText('No race is over yet').waitFor();
    expect(await page.getByText(/Qualifying closes|submitted now/).count()).toBe(0);
    await expectAccessible(page);
  });

  it('the corpus page of a fresh arena names the command that publishes a corpus', async () => {
    const page = await openPage('/corpus', { url: arena.url });
    await page.getByText('No corpus is published here.').waitFor();
    expect(await page.getByText('npx assay admin corpus publish').count()).toBe(1);
    await expectAccessible(page);
  });
});
