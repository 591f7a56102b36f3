import { blake2b } from '@noble/hashes/blake2.js';
import { z } from 'zod';
import { ss58Address } from '../../../identity/ss58.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { hexText } from '../../subtensor/hex.ts';
import { RECORDED, RECORDED_VERSION, recordedMetadata } from '../recorded/recorded-node.ts';
import { isExtrinsicSigned, type NodeTerms, readExtrinsic } from './read-extrinsic.ts';
import { type SimulatedSubnet, writeSubnet } from './simulated-subnet.ts';
import { type SocketPeer, SocketServer } from './socket-server.ts';

/** How the node handles an extrinsic. */
export interface ExtrinsicResult {
  /** Statuses that the node reports, in order; `'finalized'` stands for the block of the extrinsic. */
  readonly news?: readonly unknown[];
  /** SCALE of the dispatch error with which it fails in its block. */
  readonly dispatchError?: string;
  /** Rejection by the pool. */
  readonly refusal?: { readonly code: number; readonly message: string; readonly data?: string };
  /** Cuts the connection as soon as the extrinsic has arrived, before any response. */
  readonly cut?: boolean;
  /** Is never included in a block. */
  readonly lost?: boolean;
}

const questionSchema = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) });

class Refused extends Error {
  readonly answer: { readonly code: number; readonly message: string; readonly data?: string };
  constructor(code: number, message: string, data?: string) {
    super(message);
    this.answer = { code, message, ...(data !== undefined && { data }) };
  }
}

const METADATA = hexText(recordedMetadata());

/**
 * A node on a real WebSocket that imitates the recorded one: its metadata, versions and first block are from the
 * recording, its subnet and its other blocks are defined by the test. It checks extrinsics as a node does.
 */
export class SimulatedNode {
  genesisHash: string = RECORDED.network.genesis_hash;
  version: { specVersion: number; transactionVersion: number } = { ...RECORDED_VERSION };
  subnet: SimulatedSubnet | undefined;
  /** The newest finalized block. */
  head = 1000;
  fate: ExtrinsicResult = {};
  /**
   * Terms with which it checks signatures, where they differ from those it reports, as when it is upgraded in between.
   */
  believes: Partial<NodeTerms> = {};
  /** Methods that get no response. */
  readonly silent = new Set<string>();
  /** Methods that were called, in order. */
  readonly asked: string[] = [];
  /** Extrinsics that arrived, valid or not. */
  readonly arrived: Uint8Array[] = [];
  /** Storage other than events, by key; missing keys have the metadata's default. */
  readonly stored = new Map<string, string>();
  readonly nonces = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  readonly #included = new Map<number, { readonly text: string; readonly error: string | undefined }>();
  #server: SocketServer | undefined;

  static async start(): Promise<SimulatedNode> {
    const node = new SimulatedNode();
    node.#server = await SocketServer.start((text, peer) => node.#receive(text, peer));
    return node;
  }

  get url(): string {
    return this.#server!.url;
  }

  cutAll(): void {
    this.#server!.cutAll();
  }

  async stop(): Promise<void> {
    await this.#server!.stop();
  }

  hashOf(block: number): string {
    if (block === 0) return this.genesisHash;
    const hash = hexText(blake2b(Buffer.from(`block ${block}`), { dkLen: 32 }));
    this.#numbers.set(hash, block);
    return hash;
  }

  #receive(text: string, peer: SocketPeer): void {
    const json = parseJson(text);
    const { id, method, params } = questionSchema.parse(json.ok ? json.value : undefined);
    this.asked.push(method);
    if (this.silent.has(method)) return;
    try {
      if (method === 'author_submitAndWatchExtrinsic') this.#submit(id, String(params[0]), peer);
      else peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: this.#answer(method, params) }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      peer.send(JSON.stringify({ jsonrpc: '2.0', id, error: error.answer }));
    }
  }

  #answer(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'chain_getBlockHash':
        if (params.length === 0) return this.hashOf(this.head);
        return Number(params[0]) <= this.head + 3 ? this.hashOf(Number(params[0])) : null;
      case 'chain_getFinalizedHead':
        return this.hashOf(this.head);
      case 'chain_getHeader':
        return { number: `0x${this.#blockOf(params[0]).toString(16)}` };
      case 'chain_getBlock':
        return this.#block(this.#blockOf(params[0]));
      case 'state_getRuntimeVersion':
        return { specName: 'node-subtensor', ...this.version };
      case 'state_call':
        return this.#call(String(params[0]), String(params[1]), this.#blockOf(params[2]));
      case 'state_getStorage':
        if (params[0] === RECORDED.events_key) return this.#events(this.#blockOf(params[1]));
        return this.stored.get(String(params[0])) ?? null;
      case 'system_accountNextIndex':
        return this.nonces.get(String(params[0])) ?? 0;
      case 'author_unwatchExtrinsic':
        return true;
      default:
        throw new Refused(-32601, 'Method not found');
    }
  }

  #call(name: string, input: string, block: number): string {
    if (name === 'Metadata_metadata_at_version' && input === '0x0f000000') return METADATA;
    const netuid = /^0x([0-9a-f]{2})([0-9a-f]{2})$/.exec(input);
    if (name !== 'SubnetInfoRuntimeApi_get_metagraph' || netuid === null) throw new Refused(4003, 'Client error');
    const asked = Number.parseInt(netuid[2]! + netuid[1]!, 16);
    return writeSubnet(this.subnet?.netuid === asked ? this.subnet : undefined, block);
  }

  /** The number of a block whose hash it has reported. */
  #blockOf(hash: unknown): number {
    const block = this.#numbers.get(String(hash));
    if (block === undefined) throw new Refused(4003, 'Client error: UnknownBlock');
    return block;
  }

  #block(block: number): unknown {
    const before = ['0x280502000b7e817aa7a001', '0x1004050100'];
    const included = this.#included.get(block);
    const extrinsics = included === undefined ? before : [...before, included.text];
    return { block: { header: { number: `0x${block.toString(16)}` }, extrinsics }, justifications: null };
  }

  /** The recorded events of a block whose third extrinsic succeeded, or one event saying that it failed. */
  #events(block: number): string {
    const error = this.#included.get(block)?.error;
    return error === undefined ? RECORDED.events : `0x04000200000000${'01'}${error}04040001${'00'}`;
  }

  #submit(id: number, text: string, peer: SocketPeer): void {
    const bytes = Buffer.from(text.slice(2), 'hex');
    this.arrived.push(bytes);
    const { news = ['ready', { broadcast: ['peer'] }, { inBlock: this.hashOf(this.head + 1) }, 'finalized'], ...fate } =
      this.fate;
    if (fate.refusal !== undefined) throw new Refused(fate.refusal.code, fate.refusal.message, fate.refusal.data);
    this.#validate(bytes);
    const block = this.head + 1;
    if (fate.lost !== true) this.#included.set(block, { text, error: fate.dispatchError });
    this.head = block;
    if (fate.cut === true) {
      peer.cut();
      return;
    }
    // Sent together, like a fast node: the first status arrives with the response.
    peer.send(JSON.stringify({ jsonrpc: '2.0', id, result: 'watch' }));
    for (const status of news) {
      const result = status === 'finalized' ? { finalized: this.hashOf(block) } : status;
      const params = { subscription: 'watch', result };
      peer.send(JSON.stringify({ jsonrpc: '2.0', method: 'author_extrinsicUpdate', params }));
    }
  }

  #validate(bytes: Uint8Array): void {
    const extrinsic = readExtrinsic(bytes);
    const birth = this.#birthOf(extrinsic.era);
    const told = { ...this.version, genesisHash: this.genesisHash, birthHash: this.hashOf(birth) };
    if (!isExtrinsicSigned(extrinsic, { ...told, ...this.believes })) {
      throw new Refused(1010, 'Invalid Transaction', 'Transaction has a bad signature');
    }
    const owner = ss58Address(extrinsic.publicKey);
    const nonce = this.nonces.get(owner) ?? 0;
    if (extrinsic.nonce < nonce) throw new Refused(1010, 'Invalid Transaction', 'Transaction is outdated');
    this.nonces.set(owner, nonce + 1);
  }

  #birthOf([low, high]: readonly [number, number]): number {
    const written = low | (high << 8);
    const period = 2 << (written & 0b1111);
    const phase = written >> 4;
    return Math.floor((this.head - phase) / period) * period + phase;
  }
}
