import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type OpenSmallMarket, openSmallMarket } from '../../tools/testing/open-small-market.ts';
import { createEnvironmentServer, type EnvironmentServerOptions } from '../server/create-environment-server.ts';
import { lampEnvironment } from './lamp-environment.ts';

/** Servers of the lamp environment for the tests of a file; each test ends its servers and fails if one had a defect. */
export class ServedEnvironment {
  #market: OpenSmallMarket | undefined;
  readonly #closing: (() => Promise<unknown>)[] = [];
  readonly #defects: unknown[] = [];

  constructor() {
    beforeAll(async () => {
      this.#market = await openSmallMarket();
    });
    afterEach(async () => {
      await this.closeAll();
      expect(this.#defects.splice(0)).toEqual([]);
    });
    afterAll(async () => await this.#market?.close());
  }

  get market(): OpenSmallMarket {
    return this.#market!;
  }

  /** Ends all servers that were started. */
  async closeAll(): Promise<void> {
    await Promise.all(this.#closing.splice(0).map((close) => close()));
  }

  /** Starts a server and returns its URL. */
  async start(changed: Partial<EnvironmentServerOptions> = {}): Promise<string> {
    const server = createEnvironmentServer({
      environment: lampEnvironment(this.market.search),
      version: '1.2.3',
      maxSessions: 100,
      idleMilliseconds: 600_000,
      onDefect: (error) => this.#defects.push(error),
      ...changed,
    });
    this.#closing.push(() => server.close());
    return await server.listen({ host: '127.0.0.1', port: 0 });
  }
}
