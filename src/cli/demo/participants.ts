import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Licence } from '../../arena/submission.ts';
import { type AgentFile, readAgentFile } from '../../attempt/run.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import { loadOrCreateHotkey } from '../../identity/hotkey-file.ts';
import { isLocalModel } from '../../local/local-models.ts';
import type { OpenModels } from '../../validator/open-models.ts';

export type DemoModels = Pick<OpenModels, 'simulated' | 'model'>;

export interface Contestant {
  /** Name of the agent and of the wallet. */
  readonly name: string;
  readonly kind: string;
  /** Display name of the contestant. */
  readonly person: string;
  /** Path in the folder of example agents. */
  readonly file: string;
  /** The one change that the contestant made to it. */
  readonly change?: readonly [was: string, is: string];
  /** Licence for training data; by default the arena's own, which allows nothing. */
  readonly licence?: Licence;
}

export const CONTESTANTS: readonly Contestant[] = [
  { name: 'native_tools', kind: 'agentic', person: 'juniper', file: 'native_tools.py' },
  { name: 'extract_and_search', kind: 'scripted', person: 'calder-labs', file: 'extract_and_search.py' },
  { name: 'no_model', kind: 'no model', person: 'plainhand', file: 'no_model.py' },
  { name: 'answer_table', kind: 'cheats', person: 'shortcut-co', file: 'demo/answer_table.py' },
  { name: 'wrong_field', kind: 'crashes', person: 'off-by-one', file: 'demo/wrong_field.py' },
  { name: 'never_sure', kind: 'spends too much', person: 'second-guess', file: 'demo/never_sure.py' },
];

/** Joins on the second day, with the most careful example agent and the best model. */
export const CHALLENGER: Contestant = {
  name: 'careful_verifier',
  kind: 'agentic',
  person: 'lumen-works',
  file: 'careful_verifier.py',
  change: ['tools=assay.tools.schemas(),', 'tools=assay.tools.schemas(), model="house/expert",'],
  licence: 'CC-BY-4.0',
};

/** For a local model: few contestants that use it, because every answer takes processor time. */
const LOCAL_CONTESTANTS = CONTESTANTS.filter(({ kind }) => ['no model', 'cheats', 'crashes'].includes(kind));

/** Uses the model in the same way as in training. */
const LOCAL_CHALLENGER: Contestant = {
  name: 'four_tools',
  kind: 'agentic',
  person: 'lumen-works',
  file: 'four_tools.py',
  licence: 'CC-BY-4.0',
};

/** The contestants of the first day, and the challenger of the second. */
export function contestantsFor(model: string): {
  readonly contestants: readonly Contestant[];
  readonly challenger: Contestant;
} {
  return isLocalModel(model)
    ? { contestants: LOCAL_CONTESTANTS, challenger: LOCAL_CHALLENGER }
    : { contestants: CONTESTANTS, challenger: CHALLENGER };
}

const AGENTS = fileURLToPath(new URL('../../../agents/', import.meta.url));

const BEST_SIMULATED = '"house/expert"';

/** The file that is submitted. With real models, agents that name the best simulated model use the available one. */
export function agentOf({ file, change }: Contestant, { simulated, model }: DemoModels): AgentFile {
  const agent = readAgentFile(join(AGENTS, file));
  const text = changed(file, Buffer.from(agent.source).toString('utf8'), change);
  return { ...agent, source: Buffer.from(simulated ? text : text.replaceAll(BEST_SIMULATED, JSON.stringify(model))) };
}

function changed(file: string, text: string, change: Contestant['change']): string {
  if (change === undefined) return text;
  const [was, is] = change;
  const parts = text.split(was);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places like “${was}”, not one`);
  return parts.join(is);
}

/** All participants of the demo by name, each with its own wallet. */
export class Participants {
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
