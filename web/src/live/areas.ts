/** Which pages an event makes old, by the beginning of its name. A test holds the list to what the arena really tells. */
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
  suite: ['board'],
  epoch: ['board', 'chain'],
  ledger: ['board', 'chain'],
  neuron: ['chain'],
  weights: ['chain'],
  stake: ['chain'],
  validator: ['board', 'chain'],
  hotkey: ['board', 'versions', 'chain'],
  // Of these nothing is shown but the event itself.
  credential: [],
  cooldown: [],
  problems: [],
};
