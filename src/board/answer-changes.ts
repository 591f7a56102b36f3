import type { Event } from '../store/database.ts';

/**
 * Which events of the ledger change which public answer, for servers that keep answers in memory. Kinds are listed that do
 * NOT change an answer: one that is forgotten, or new, costs a computation and never a wrong answer.
 */

/** Beginnings of kinds that no public answer shows. */
const NEVER_SHOWN = [
  'credential.',
  'secret.',
  'weights.',
  'epoch.',
  'ledger.',
  'neuron.',
  'balance.',
  'stake.',
  'cooldown.',
  'submission.',
];
const RUNS = ['run.', 'item.', 'racer.', 'version.queued', 'version.eligible'];
/** About all versions at once, even where they name one. */
const ABOUT_ALL = ['race.', 'suite.', 'draw.', 'problem.', 'hotkey.'];

/** The champion: its reign, a ban, a discarded version, another active suite. */
export function changesTop({ what }: Event): boolean {
  return !begins(what, [...NEVER_SHOWN, ...RUNS]);
}

/** The ranking, and the newest race with those who would race in it. */
export function changesRanking({ what }: Event): boolean {
  return !begins(what, [...NEVER_SHOWN, 'run.started', 'run.progress']);
}

/** The problems of one version, as strangers see them. */
export function changesVersionProblems({ what, data }: Event, agentVersionId: string): boolean {
  if (begins(what, NEVER_SHOWN)) return false;
  if (begins(what, ABOUT_ALL) || typeof data !== 'object' || data === null || !('agent_version_id' in data))
    return true;
  return data.agent_version_id === agentVersionId;
}

function begins(what: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => what.startsWith(beginning));
}
