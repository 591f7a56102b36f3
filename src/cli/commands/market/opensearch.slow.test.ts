import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Marketplace } from '../../../market/marketplace.ts';
import { MAX_PAGE, SORT_ORDERS } from '../../../market/search.ts';
import { findOpenSearch, OpenSearchNode } from '../../../market/testing/opensearch-node.ts';
import { scaled } from '../../../testing/scaled.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const found = findOpenSearch();
const reason = 'reason' in found ? ` (${found.reason})` : '';

describe.skipIf('reason' in found)(`assay market --opensearch${reason}`, { timeout: scaled(120_000) }, () => {
  let node: OpenSearchNode;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-opensearch-'));
    if ('java' in found) node = await OpenSearchNode.start(found.java, found.folder);
  }, scaled(90_000));
  afterAll(async () => {
    await node?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('assay market --opensearch imports and searches with the same answers as a market folder', async () => {
    const products = [...new Marketplace(300, 5)];
    const lines = products.map((product) => JSON.stringify(product));
    writeFileSync(join(folder, 'products.jsonl'), [...lines, lines[7], '{"bad": true}'].join('\n'));
    const assay = new AssayRunner();
    const run = async (...words: string[]): Promise<unknown> => {
      const { code, output, error } = await assay.run(['market', ...words, '--json'], { cwd: folder });
      expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' });
      return JSON.parse(output);
    };
    const remote = ['--opensearch', node.url, '--index', 'commands'];
    const imported = await run('import', 'products.jsonl', '--shards', '2', ...remote);
    expect(imported).toMatchObject({ lines: 302, imported: 300, skipped: 2, alias: 'commands' });
    expect(await run('import', 'products.jsonl')).toMatchObject({ lines: 302, imported: 300, skipped: 2 });
    for (const [place, sort] of SORT_ORDERS.entries()) {
      const asked = [products[place]!.title.slice(0, 60), '--sort', sort, '--page', String(1 + (place % MAX_PAGE))];
      expect(await run('search', ...asked, ...remote)).toEqual(await run('search', ...asked));
    }
  });
});
