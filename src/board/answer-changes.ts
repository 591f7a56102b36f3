import type { Event } from '../store/database.ts';

/**
 * Which ledger events change which public answer, for servers that cache answers. The lists name event kinds that do
 * NOT change an answer, so a kind that is forgotten or new costs a recomputation but never gives a wrong answer.
 */

/** Prefixes of event kinds that no public answer shows. */
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
/** Kinds that concern all versions, even if they name one. */
const ABOUT_ALL = ['race.', 'suite.', 'draw.', 'problem.', 'hotkey.'];

/** The champion: changed by its reign, a ban, a discarded version, another active suite. */
export function changesTop({ what }: Event): boolean {
  return !begins(what, [...NEVER_SHOWN, ...RUNS]);
}

/** The ranking, and the newest race with the versions that would race in it. */
export function changesRanking({ what }: Event): boolean {
  return !begins(what, [...NEVER_SHOWN, 'run.started', 'run.progress']);
}

/** The agreement between validators in finished qualifying: until a run has ended, it is in no comparison. */
export function changesAgreement({ what }: Event): boolean {
  return !begins(what, [...NEVER_SHOWN, 'run.claimed', 'run.started', 'run.progress', 'run.probed', 'version.queued']);
}

/** The problems of one version, as shown to anonymous callers. */
export function changesVersionProblems({ what, data }: Event, agentVersionId: string): boolean {
  if (begins(what, NEVER_SHOWN)) return false;
  if (begins(what, ABOUT_ALL) || typeof data !== 'object' || data === null || !('agent_version_id' in data))
    return true;
  return data.agent_version_id === agentVersionId;
}

function begins(what: string, beginnings: readonly string[]): boolean {
  return beginnings.some((beginning) => what.startsWith(beginning));
}
