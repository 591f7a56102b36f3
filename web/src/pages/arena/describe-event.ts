import type { LedgerEventWire } from '../../../../src/board/ledger-event.ts';

const TITLES: Readonly<Record<string, string>> = {
  'arena.repaired': 'Arena repaired',
  'code.released': 'Code released',
  'clock.corrected': 'Stored times corrected',
  'cooldown.all_cleared': 'All cooldowns cleared',
  'corpus.published': 'Corpus published',
  'corpus.withdrawn': 'Withdrawn from the corpus',
  'crown.passed': 'New champion',
  'epoch.pinned': 'Epoch fixed',
  'hotkey.banned': 'Banned',
  'hotkey.name_cleared': 'Display name removed',
  'hotkey.named': 'Display name changed',
  'hotkey.unbanned': 'Ban lifted',
  'item.disagreement': 'Validators disagree',
  'item.outcomes_differ': 'Results differ between validators',
  'ledger.epoch_ended': 'Epoch paid',
  'neuron.registered': 'Registered',
  'suite.created': 'Suite created',
  'suite.activated': 'Suite activated',
  'suite.twins_added': 'Twins added',
  'problem.retired': 'Problem retired',
  'problems.exposed': 'Hidden problems sent to a validator',
  'race.cancelled': 'Race cancelled',
  'race.close_moved': 'End of qualifying moved',
  'race.closed': 'Qualifying closed',
  'race.completed': 'Race complete',
  'race.opened': 'Qualifying opened',
  'race.promoted': 'Race decided',
  'balance.granted': 'Balance granted',
  'bank.advanced': 'Problem bank updated',
  'bank.rewritten': 'Problem bank rewritten',
  'race.committed': 'Draw committed',
  'race.started': 'Race started',
  'race.uncontested': 'Race cancelled: too few racers',
  'racer.scored': 'Racer scored',
  'run.cancelled': 'Run cancelled',
  'run.claimed': 'Run claimed',
  'run.completed': 'Run done',
  'run.invalidated': 'Run invalidated',
  'run.probed': 'Run probed',
  'run.progress': 'Progress',
  'run.rerun_wanted': 'Repeat of a run requested',
  'run.revised': 'Evidence added',
  'run.stale': 'Run lost: lease expired',
  'run.started': 'Run started',
  'secret.rotated': 'Secret rotated',
  'submission.accepted': 'Submitted',
  'submission.refused': 'Submission rejected',
  'version.discarded': 'Version discarded',
  'version.eligible': 'Scored',
  'version.flag_cleared': 'Flag cleared',
  'version.memorises': 'Memorised answers found',
  'version.queued': 'Queued',
  'weights.set': 'Weights set',
};

/** Events without a title are shown by their name, such as "Run audited". */
export function titleOf(what: string): string {
  return TITLES[what] ?? `${what.charAt(0).toUpperCase()}${what.slice(1).replaceAll(/[._]/g, ' ')}`;
}

const MONEY = new Set(['balance.granted', 'ledger.epoch_ended', 'neuron.registered', 'stake.changed']);

/** Whether amounts of TAO changed. */
export function isAboutMoney({ what }: LedgerEventWire): boolean {
  return MONEY.has(what);
}

/** Routine events of the chain, several per epoch. */
const ROUTINE = new Set(['epoch.pinned', 'ledger.epoch_ended', 'weights.set']);

/**
 * Merges both lists without duplicates. Of run progress and chain routine only the newest event is kept: they would
 * fill the page and hide the contest.
 */
export function newestFirst(
  live: readonly LedgerEventWire[],
  tail: readonly LedgerEventWire[],
  most: number,
): readonly LedgerEventWire[] {
  const bySequence = new Map([...tail, ...live].map((event) => [event.sequence, event]));
  const told = new Set<string>();
  return [...bySequence.values()]
    .sort((one, other) => other.sequence - one.sequence)
    .filter(({ what, subject }) => {
      const same = what === 'run.progress' ? subject : ROUTINE.has(what) ? what : undefined;
      if (same === undefined) return true;
      if (told.has(same)) return false;
      told.add(same);
      return true;
    })
    .slice(0, most);
}
