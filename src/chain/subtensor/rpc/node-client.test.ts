import { createServer as createWebServer } from 'node:http';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Fault } from '../../../fault/fault.ts';
import { RECORDED } from '../../testing/recorded/recorded-node.ts';
import { SimulatedNode } from '../../testing/simulated/simulated-node.ts';
import { SocketServer } from '../../testing/simulated/socket-server.ts';
import { readFinalizedHead } from '../read-blocks.ts';
import { Runtimes } from '../runtimes.ts';
import type { ChainTiming } from '../subtensor-settings.ts';
import { NodeClient } from './node-client.ts';

const TIMING = { open: 10_000, answer: 10_000, retry: 5, quiet: 10_000, poll: 5, settle: 10_000 };
const genesisHash = RECORDED.network.genesis_hash;

let node: SimulatedNode;
const clients: NodeClient[] = [];

function open(endpoints: readonly string[], more: Partial<ChainTiming> & { genesis?: string } = {}): NodeClient {
  const { genesis = genesisHash, ...timing } = more;
  const client = new NodeClient({ endpoints, genesisHash: genesis, timing: { ...TIMING, ...timing } });
  clients.push(client);
  return client;
}

beforeEach(async () => {
  node = await SimulatedNode.start();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await node.stop();
});

async function failure(work: Promise<unknown>): Promise<Fault> {
  return await work.then(
    () => expect.unreachable(),
    (error: Fault) => error,
  );
}

describe('connection to a node', () => {
  it('opens the connection to a node on demand, once for all callers', async () => {
    const client = open([node.url]);
    expect(node.asked).toEqual([]);
    const heads = await Promise.all([readFinalizedHead(client), readFinalizedHead(client)]);
    expect(heads.map(({ block }) => block)).toEqual([1000, 1000]);
    expect(node.asked.filter((method) => method === 'chain_getBlockHash')).toHaveLength(1);
  });

  it('reopens a broken connection to a node and checks the chain again', async () => {
    const client = open([node.url]);
    await readFinalizedHead(client);
    node.cutAll();
    expect((await readFinalizedHead(client)).block).toBe(1000);
    expect(node.asked.filter((method) => method === 'chain_getBlockHash')).toHaveLength(2);
    node.genesisHash = node.hashOf(5);
    node.cutAll();
    expect((await failure(readFinalizedHead(client))).message).toContain('is on another chain');
  });

  it('switches to another node when one is unreachable, and stays there', async () => {
    const other = await SimulatedNode.start();
    other.head = 2000;
    const client = open([other.url, node.url]);
    expect((await readFinalizedHead(client)).block).toBe(2000);
    await other.stop();
    expect((await readFinalizedHead(client)).block).toBe(1000);
    expect((await readFinalizedHead(client)).block).toBe(1000);
    expect(node.asked.filter((method) => method === 'chain_getBlockHash')).toHaveLength(1);
  });

  it('refuses a chain with another genesis block before any other request', async () => {
    const fault = await failure(readFinalizedHead(open([node.url], { genesis: node.hashOf(1) })));
    expect(fault).toMatchObject({ code: 'CHAIN_FAILED', extra: { send_again: false } });
    expect(fault.message).toContain(`its first block is ${genesisHash}`);
    expect(node.asked).toEqual(['chain_getBlockHash']);
  });

  it('refuses a node whose metadata describes another version than it runs', async () => {
    node.version = { specVersion: 462, transactionVersion: 1 };
    const fault = await failure(new Runtimes(open([node.url])).at(node.hashOf(1000)));
    expect(fault.message).toContain('runs version 462 of its program, but describes version 461');
    node.version = { specVersion: 461, transactionVersion: 1 };
    const runtime = await new Runtimes(open([node.url])).at(node.hashOf(1000));
    expect(runtime.version.specVersion).toBe(461);
  });

  it('a request to a node that does not answer times out', async () => {
    node.silent.add('chain_getFinalizedHead');
    const fault = await failure(readFinalizedHead(open([node.url], { answer: 200 })));
    expect(fault.message).toMatch(/did not answer chain_getFinalizedHead in 0.2 s/);
    expect(fault.extra).toEqual({ send_again: true });
  });

  it('connecting to a host that accepts and stays silent times out', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { port: number };
    const fault = await failure(readFinalizedHead(open([`ws://127.0.0.1:${port}/secret-key`], { open: 200 })));
    expect(fault.message).toContain(`127.0.0.1:${port} cannot be reached`);
    expect(`${fault.message} ${fault.remedy}`).not.toContain('secret-key');
    mute.close();
  });

  it('reports a wrong address, a closed port and a server that is not a node', async () => {
    expect(await failure(readFinalizedHead(open(['http://127.0.0.1'])))).toMatchObject({ code: 'USAGE' });
    expect(await failure(readFinalizedHead(open(['nonsense'])))).toMatchObject({ code: 'USAGE' });
    const gone = await SimulatedNode.start();
    const { url } = gone;
    await gone.stop();
    expect((await failure(readFinalizedHead(open([url])))).message).toContain('cannot be reached');
    const web = createWebServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    await new Promise((resolve) => web.once('listening', resolve));
    const { port } = web.address() as { port: number };
    expect((await failure(readFinalizedHead(open([`ws://127.0.0.1:${port}`])))).message).toContain('cannot be reached');
    web.close();
  });

  it('fails when a node does not answer in JSON-RPC', async () => {
    for (const said of ['not JSON', '[]', '{"id": "x"}', '{"jsonrpc":"2.0"}']) {
      const server = await SocketServer.start((_, peer) => peer.send(said));
      const fault = await failure(readFinalizedHead(open([server.url])));
      expect(fault.message).toMatch(/not JSON-RPC/);
      await server.stop();
    }
  });

  it('reports what a node refused, and an answer of the wrong shape', async () => {
    const client = open([node.url]);
    const refused = await failure(client.read('state_unheardOf', [], z.unknown()));
    expect(refused).toMatchObject({ code: 'CHAIN_FAILED', message: expect.stringContaining('Method not found') });
    const strange = await failure(client.read('chain_getFinalizedHead', [], z.number()));
    expect(strange.message).toContain('an unexpected response');
  });

  it('a closed connection to a node cannot be used', async () => {
    const client = open([node.url]);
    await readFinalizedHead(client);
    client.close();
    await expect(readFinalizedHead(client)).rejects.toThrow('The connection to the chain was closed');
  });
});
