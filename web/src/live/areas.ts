/**
 * Query areas to refetch for an event, by the first part of its name. A test compares the list with the events of the
 * arena.
 */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  run: ['board', 'versions', 'races'],
  version: ['board', 'versions', 'races'],
  submission: ['board', 'versions'],
  item: ['board', 'versions'],
  race: ['board', 'races'],
  racer: ['board', 'races'],
  draw: ['races'],
  crown: ['board', 'races', 'chain'],
  code: ['versions', 'races'],
  suite: ['board', 'versions'],
  problem: ['versions'],
  corpus: ['corpus'],
  epoch: ['board', 'chain'],
  ledger: ['board', 'chain'],
  neuron: ['chain'],
  balance: ['chain'],
  weights: ['chain'],
  stake: ['chain'],
  validator: ['board', 'chain'],
  hotkey: ['board', 'versions', 'chain', 'people'],
  // Only the event itself is shown for these.
  arena: [],
  clock: [],
  credential: [],
  evidence: [],
  cooldown: [],
  problems: [],
  secret: [],
};
