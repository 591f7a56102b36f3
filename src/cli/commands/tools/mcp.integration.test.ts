import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMarket } from '../../../market/build-market.ts';
import { encyclopaediaOf } from '../../../market/encyclopaedia.ts';
import type { ProductCard } from '../../../market/product.ts';
import { openAiTools } from '../../../tools/openai-tools.ts';

const ASSAY = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-mcp-'));
const market = join(folder, 'market');

beforeAll(async () => {
  await buildMarket({ products: 500, seed: 1, folder: market });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('assay tools mcp', () => {
  let client: Client;
  let transport: StdioClientTransport;

  beforeAll(async () => {
    transport = new StdioClientTransport({
      command: process.execPath,
      args: [ASSAY, 'tools', 'mcp', '--market', market],
      stderr: 'pipe',
    });
    client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
  });
  afterAll(async () => await client.close());

  async function use(name: string, parameters: Record<string, unknown>): Promise<{ error: boolean; text: string }> {
    const answer = await client.callTool({ name, arguments: parameters });
    const [content] = answer.content as { type: string; text: string }[];
    return { error: answer.isError === true, text: content?.text ?? '' };
  }

  it('assay tools mcp offers the seven tools with their schemas', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema }))).toEqual(
      openAiTools().map((tool) => tool.function),
    );
    expect(client.getServerVersion()).toMatchObject({ name: 'assay' });
  });

  it('assay tools mcp searches, opens, checks, calculates, recommends and terminates', async () => {
    const found = await use('find_product', { q: 'with free size for home', sort: 'priceasc' });
    const [card] = JSON.parse(found.text) as ProductCard[];
    expect(card).toHaveProperty('product_id');
    const opened = await use('view_product_information', { product_ids: card!.product_id });
    expect(JSON.parse(opened.text)).toMatchObject([{ product_id: card!.product_id }]);
    const requirements = { price: `${Math.floor(card!.price)}-`, title: card!.title };
    const checked = await use('check_product_match', { product_id: card!.product_id, requirements });
    expect(JSON.parse(checked.text)).toMatchObject({ matched: true, product_summary: { price: card!.price } });
    const shop = await use('find_products_in_same_shop', { product_queries: [{ q: card!.title }] });
    expect(JSON.parse(shop.text)).toMatchObject({ found: true, shops_tried: expect.any(Number) });
    const terms = { voucher_type: 'fixed', discount_value: 10, threshold: 50, budget: 90 };
    const counted = await use('calculate_voucher', { product_prices: '60,40', ...terms });
    expect(JSON.parse(counted.text)).toMatchObject({ total_after: 90, within_budget: true });
    expect((await use('recommend_product', { product_ids: card!.product_id })).text).toContain(card!.product_id);
    expect(await use('terminate', { status: 'success' })).toMatchObject({ error: false });
  });

  it('assay tools mcp answers mistakes as tool errors and continues', async () => {
    expect(await use('find_product', { q: 'lamp', price: 'cheap' })).toEqual({
      error: true,
      text: expect.stringContaining('price \\"cheap\\" is not understood'),
    });
    expect(await use('buy_product', {})).toMatchObject({ error: true });
    expect((await client.listTools()).tools).toHaveLength(7);
  });

  it('assay tools mcp writes only the protocol to standard output, and exits when its input ends', async () => {
    const server = spawn(process.execPath, [ASSAY, 'tools', 'mcp', '--market', market]);
    const output = Promise.all([text(server.stdout), text(server.stderr), once(server, 'exit')]);
    const hello = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
    await once(server.stderr, 'data');
    const last = { name: 'find_product', arguments: { q: 'home' } };
    server.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: last })}\n`);
    const [stdout, stderr, [code]] = await output;
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { jsonrpc: '2.0', id: 1 },
      { jsonrpc: '2.0', id: 2, result: { isError: false } },
    ]);
    expect(stderr).toContain('500 products');
    expect(code).toBe(0);
  });

  it('assay tools mcp offers web_search only on request, over the encyclopaedia of the market', async () => {
    const [maker] = encyclopaediaOf({ products: 500, source: { kind: 'synthetic', seed: 1, generator: 1 } })!.world
      .makers;
    expect(await use('web_search', { q: maker!.founder.name })).toMatchObject({ error: true });
    const args = [ASSAY, 'tools', 'mcp', '--market', market, '--web-search'];
    const other = new Client({ name: 'test', version: '1' });
    await other.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' }));
    try {
      expect((await other.listTools()).tools).toHaveLength(8);
      const answer = await other.callTool({
        name: 'web_search',
        arguments: { q: `company of ${maker!.founder.name}` },
      });
      expect(JSON.stringify(answer.content)).toContain(maker!.name);
    } finally {
      await other.close();
    }
  });

  it('assay tools mcp names the missing market', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, stdout, stderr } = await new Promise<{ code: number | null; stdout: string; stderr: string }>(
      (done) => {
        const child = execFile(process.execPath, [ASSAY, 'tools', 'mcp', '--market', nowhere], (_, stdout, stderr) =>
          done({ code: child.exitCode, stdout, stderr }),
        );
      },
    );
    expect(stderr).toContain('no market in');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
