import type { z } from 'zod';
import { Fault } from '../../../fault/fault.ts';
import { retry } from '../../../net/retry.ts';
import { chainFault } from '../chain-fault.ts';
import type { ChainTiming } from '../subtensor-settings.ts';
import { NodeConnection } from './node-connection.ts';
import { NodeRefusal } from './node-refusal.ts';

const ATTEMPTS = 4;

export interface NodeClientSettings {
  readonly endpoints: readonly string[];
  readonly genesisHash: string;
  readonly timing: ChainTiming;
}

/** Client of the chain through any reachable node. Connections open on demand, and again after they broke. */
export class NodeClient {
  readonly #settings: NodeClientSettings;
  #connecting: Promise<NodeConnection> | undefined;
  /** Index of the endpoint that worked last. */
  #preferred = 0;
  #closed = false;

  constructor(settings: NodeClientSettings) {
    this.#settings = settings;
  }

  /** Reads something idempotent; retried when the connection breaks before the response. */
  async read<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> {
    const readOnce = async (): Promise<T> => {
      try {
        return await this.#readOnce(method, params, schema);
      } catch (error) {
        throw this.#closed ? closedFault() : error;
      }
    };
    const backoff = { first: this.#settings.timing.retry };
    return await retry(readOnce, { attempts: ATTEMPTS, backoff, isRetryable: isWorthAnotherTry });
  }

  /** An open connection, for requests that must not be repeated. */
  async connected(): Promise<NodeConnection> {
    if (this.#closed) throw closedFault();
    this.#connecting ??= this.#connect();
    const connecting = this.#connecting;
    try {
      const connection = await connecting;
      if (connection.isOpen) return connection;
    } catch (error) {
      if (this.#connecting === connecting) this.#connecting = undefined;
      throw error;
    }
    if (this.#connecting === connecting) this.#connecting = undefined;
    return await this.connected();
  }

  close(): void {
    this.#closed = true;
    this.#connecting?.then(
      (connection) => connection.close(),
      () => {},
    );
  }

  async #readOnce<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>): Promise<T> {
    const connection = await this.connected();
    const answer = await connection.call(method, params).catch((error: unknown) => {
      if (!(error instanceof NodeRefusal)) throw error;
      throw chainFault({
        message: `The chain's node ${connection.place} refused ${method}: ${shortened(error)}`,
        remedy: 'If the error is about discarded state, the node is behind: name another one.',
        sendAgain: false,
        cause: error,
      });
    });
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    throw chainFault({
      message: `The chain's node ${connection.place} answered ${method} with an unexpected response.`,
      remedy: 'Name a node of the subtensor chain.',
      sendAgain: false,
      cause: parsed.error,
    });
  }

  async #connect(): Promise<NodeConnection> {
    const { endpoints, timing } = this.#settings;
    let failure: unknown = new Fault('USAGE', { message: 'No node of the chain is named.' });
    for (let tried = 0; tried < endpoints.length; tried++) {
      const index = (this.#preferred + tried) % endpoints.length;
      try {
        const connection = await NodeConnection.open(endpoints[index]!, timing);
        await this.#checkChain(connection);
        this.#preferred = index;
        return connection;
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  async #checkChain(connection: NodeConnection): Promise<void> {
    const { genesisHash } = this.#settings;
    const found = await connection.call('chain_getBlockHash', [0]).catch((error: unknown) => {
      if (error instanceof NodeRefusal) return 'not told';
      throw error;
    });
    if (found === genesisHash) return;
    connection.close();
    throw chainFault({
      message: `The node ${connection.place} is on another chain: its first block is ${String(found).slice(0, 80)}, not ${genesisHash}.`,
      remedy: 'Name a node of the right chain, or the right genesis hash.',
      sendAgain: false,
    });
  }
}

function isWorthAnotherTry(error: unknown): boolean {
  return Fault.isInstance(error) && error.extra.send_again === true;
}

function shortened({ message, detail }: NodeRefusal): string {
  return `${message} ${detail}`.trimEnd().slice(0, 300);
}

function closedFault(): Fault {
  return chainFault({
    message: 'The connection to the chain was closed.',
    remedy: 'If weights were being sent, the metagraph shows whether they were accepted.',
    sendAgain: false,
  });
}
