import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AgentFile, readAgentFile } from '../../attempt/run.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { loadOrCreateHotkey } from '../../identity/hotkey-file.ts';

export interface Contestant {
  /** Of the agent and of the wallet. */
  readonly name: string;
  readonly kind: string;
  /** Below the folder of example agents. */
  readonly file: string;
  /** The one place in it that its author changed. */
  readonly change?: readonly [was: string, is: string];
}

export const CONTESTANTS: readonly Contestant[] = [
  { name: 'native_tools', kind: 'agentic', file: 'native_tools.py' },
  { name: 'extract_and_search', kind: 'scripted', file: 'extract_and_search.py' },
  { name: 'no_model', kind: 'no model', file: 'no_model.py' },
  { name: 'answer_table', kind: 'cheats', file: 'demo/answer_table.py' },
  { name: 'wrong_field', kind: 'crashes', file: 'demo/wrong_field.py' },
  { name: 'never_sure', kind: 'spends too much', file: 'demo/never_sure.py' },
];

/** Comes on the second day, with the most careful example and the best model. */
export const CHALLENGER: Contestant = {
  name: 'careful_verifier',
  kind: 'agentic, house/expert',
  file: 'careful_verifier.py',
  change: ['tools=assay.tools.schemas(),', 'tools=assay.tools.schemas(), model="house/expert",'],
};

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));

export function agentOf({ file, change }: Contestant): AgentFile {
  const agent = readAgentFile(join(AGENTS, file));
  if (change === undefined) return agent;
  const [was, is] = change;
  const parts = Buffer.from(agent.source).toString('utf8').split(was);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places like “${was}”, not one`);
  return { ...agent, source: Buffer.from(parts.join(is)) };
}

/** Everybody in the demonstration by name, each with a wallet of their own. */
export class People {
  readonly #wallets: string;

  constructor(folder: string) {
    this.#wallets = join(folder, 'wallets');
  }

  hotkey(name: string): Hotkey {
    return loadOrCreateHotkey(this.#wallets, { wallet: name, hotkey: 'default' });
  }

  client(name: string, url: string): ArenaClient {
    return new ArenaClient({ url, hotkey: this.hotkey(name) });
  }
}
