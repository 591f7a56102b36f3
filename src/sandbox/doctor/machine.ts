import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MILLISECONDS = 50;
const PAGE_BYTES = 4096;

/** Counters of the whole machine and of this process, which an agent must not change noticeably. */
export interface Accounts {
  /** In-memory files and shared pages, attached or not. */
  readonly sharedBytes: number;
  /** Kernel memory that cannot be reclaimed. */
  readonly kernelBytes: number;
  /** Memory of TCP connections, over all network namespaces. */
  readonly networkBytes: number;
  readonly ownBytes: number;
  readonly ownDescriptors: number;
}

/** Measures how far the counters grow while one attempt runs alone. */
export class Machine {
  readonly #before = accounts();
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MILLISECONDS);
  #most = this.#before;

  /** The largest increase since the start; for descriptors, the increase that remains at the end. */
  growth(): Accounts {
    this.#look();
    clearInterval(this.#timer);
    const grown = (name: keyof Accounts) => this.#most[name] - this.#before[name];
    return {
      sharedBytes: grown('sharedBytes'),
      kernelBytes: grown('kernelBytes'),
      networkBytes: grown('networkBytes'),
      ownBytes: grown('ownBytes'),
      ownDescriptors: accounts().ownDescriptors - this.#before.ownDescriptors,
    };
  }

  #look(): void {
    const now = accounts();
    const most = (name: keyof Accounts) => Math.max(this.#most[name], now[name]);
    this.#most = {
      sharedBytes: most('sharedBytes'),
      kernelBytes: most('kernelBytes'),
      networkBytes: most('networkBytes'),
      ownBytes: most('ownBytes'),
      ownDescriptors: most('ownDescriptors'),
    };
  }
}

function accounts(): Accounts {
  const memory = readFileSync('/proc/meminfo', 'latin1');
  const kibibytes = (name: string) => Number(memory.match(new RegExp(`^${name}:\\s+(\\d+)`, 'm'))?.[1] ?? 0) * 1024;
  const sockets = readFileSync('/proc/net/sockstat', 'latin1');
  return {
    sharedBytes: kibibytes('Shmem'),
    kernelBytes: kibibytes('SUnreclaim'),
    networkBytes: Number(sockets.match(/^TCP: .* mem (\d+)/m)?.[1] ?? 0) * PAGE_BYTES,
    ownBytes: process.memoryUsage.rss(),
    ownDescriptors: readdirSync('/proc/self/fd').length,
  };
}
