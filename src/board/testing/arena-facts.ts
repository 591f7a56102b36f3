/** What a server says of its arena, for tests. */
export const ARENA_FACTS = {
  name: 'sample',
  network: 'local',
  registration: 'open',
  simulated: true,
  models: 3,
  hasCorpusFolder: false,
} as const;
