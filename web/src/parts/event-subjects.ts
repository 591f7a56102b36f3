import type { LedgerEventWire } from '../../../src/board/ledger-event.ts';
import { ownField } from '../../../src/json/json-object.ts';

/** What an event is about, as far as it has a page. */
export interface EventSubjects {
  readonly version?: { readonly id: string; readonly name: string };
  readonly race?: { readonly id: string; readonly number: number };
  readonly validator?: string;
  /** Only where no version says it already. */
  readonly contestant?: string;
  /** A page of its own kind of events. */
  readonly page?: '/corpus' | '/chain';
}

const PAGES: Readonly<Record<string, EventSubjects['page']>> = {
  corpus: '/corpus',
  epoch: '/chain',
  ledger: '/chain',
  balance: '/chain',
  stake: '/chain',
  neuron: '/chain',
};

/** Reads the subjects from the data of an event, whose form depends on its kind. */
export function linksOf({ what, data }: Pick<LedgerEventWire, 'what' | 'data'>): EventSubjects {
  const [kind = ''] = what.split('.', 1);
  const versionId = textIn(data, 'agent_version_id');
  const raceId = textIn(data, 'race_id');
  const raceNumber = ownField(data, 'race_number');
  const role = what === 'weights.set' ? 'validator' : textIn(data, 'role');
  // A hotkey in any other role may have neither page.
  const inRole = (wanted: string) => (role === wanted ? textIn(data, 'hotkey') : undefined);
  const validator = textIn(data, 'validator_hotkey') ?? inRole('validator');
  const contestant = textIn(data, 'miner_hotkey') ?? inRole('miner');
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  return {
    ...(versionId !== undefined && {
      version: { id: versionId, name: textIn(data, 'agent_name') ?? `version ${versionId.slice(0, 8)}` },
    }),
    ...(raceId !== undefined && typeof raceNumber === 'number' && { race: { id: raceId, number: raceNumber } }),
    ...(validator !== undefined && { validator }),
    ...(contestant !== undefined && versionId === undefined && { contestant }),
    ...(page !== undefined && { page }),
  };
}

function textIn(data: unknown, key: string): string | undefined {
  const text = ownField(data, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
