import type { ArenaClient } from '../../client/arena-client.ts';
import type { Terminal } from '../output/terminal.ts';
import { hotkeyLocation } from '../wallet/hotkey-options.ts';
import { asksForPassphrase, unlockIfTyped } from '../wallet/passphrase.ts';
import { hasTerminal } from '../wallet/secret.ts';
import { openArena, openSignedArena, type SignedArenaOptions } from './arena-connection.ts';
import { ownAddress } from './own-address.ts';

/**
 * Reads an arena, unsigned where that is enough. A passphrase is asked for only when data of the caller is read, at
 * most once, and never needed for public data.
 */
export class ArenaReader {
  readonly open: ArenaClient;
  /** Address of the caller's hotkey; `undefined` without one. */
  readonly address: string | undefined;
  readonly #options: SignedArenaOptions;
  readonly #terminal: Terminal;
  #signed: Promise<ArenaClient | undefined> | undefined;

  constructor(options: SignedArenaOptions, terminal: Terminal) {
    this.#options = options;
    this.#terminal = terminal;
    this.open = openArena(options);
    this.address = ownAddress(options);
  }

  /** The client that signs, if nothing has to be typed for it. */
  async signedUnasked(): Promise<ArenaClient | undefined> {
    return this.address === undefined || this.#asks ? undefined : await this.#signedOnce('');
  }

  /**
   * The client that signs, or `undefined` for public data only.
   *
   * @param adds What signing in adds to the public data, for the caller to decide.
   */
  async signed(adds: string): Promise<ArenaClient | undefined> {
    return this.address === undefined ? undefined : await this.#signedOnce(adds);
  }

  /** The client for what belongs to an address. Operators, too, see more with a signature, but are not asked. */
  async for(address: string, adds: string): Promise<ArenaClient> {
    const signed = address === this.address ? await this.signed(adds) : await this.signedUnasked();
    return signed ?? this.open;
  }

  get #asks(): boolean {
    return asksForPassphrase(hotkeyLocation(this.#options).path, this.#options);
  }

  #signedOnce(adds: string): Promise<ArenaClient | undefined> {
    this.#signed ??= this.#asks ? this.#ask(adds) : openSignedArena(this.#options);
    return this.#signed;
  }

  async #ask(adds: string): Promise<ArenaClient | undefined> {
    if (!hasTerminal()) {
      this.#terminal.warn(
        `Showing public data only: your key is encrypted. Signing in adds ${adds}.\n  → Give --passphrase-env or --passphrase-fd.`,
      );
      return undefined;
    }
    this.#terminal.warn(
      `Your key is encrypted. Signing in adds ${adds}.\n  → Type its passphrase, or press Enter for public data only.`,
    );
    const hotkey = await unlockIfTyped(hotkeyLocation(this.#options).path);
    return hotkey === undefined ? undefined : openArena(this.#options, hotkey);
  }
}
