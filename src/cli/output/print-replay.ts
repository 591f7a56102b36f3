import { counted } from '../../text/counted.ts';
import type { OutcomeDocument, ReplayDocument, ScenarioDocument } from '../commands/race/replay-document.ts';
import { oneLine } from './format-line.ts';
import { intervalText, percentText, scoreText } from './format-score.ts';
import { WHY_CHAMPION } from './print-race-result.ts';
import { table } from './table.ts';
import type { Terminal } from './terminal.ts';

/** Prints each scenario beside the actual result, and all of them in one table if there are several. */
export function printReplay({ race_number, official, scenarios }: ReplayDocument, terminal: Terminal): void {
  const nameOf = namesOf(scenarios);
  for (const scenario of scenarios) {
    terminal.print(oneLine(`Policy ${scenario.policy.name}`));
    terminal.print(`${entrantTable(scenario, nameOf)}\n`);
    const held = `${nameOf(official.top_agent_version_id)}: ${whyText(official)}`;
    terminal.print(oneLine(`Champion after race ${race_number}: ${held}.`));
    terminal.print(oneLine(thenText(scenario, nameOf)));
    for (const note of notesOn(scenario, nameOf)) terminal.print(oneLine(note));
    terminal.print();
  }
  if (scenarios.length > 1) terminal.print(`${summaryTable(official, scenarios, nameOf)}\n`);
  terminal.print('The official result is unchanged.');
}

type NameOf = (id: string | null) => string;

function namesOf(scenarios: readonly ScenarioDocument[]): NameOf {
  const entrants = new Map(scenarios[0]?.entrants.map((entrant) => [entrant.agent_version_id, entrant]));
  return (id) => {
    const entrant = id === null ? undefined : entrants.get(id);
    return entrant === undefined ? 'none' : `${entrant.agent_name}, version ${entrant.version_number}`;
  };
}

function whyText({ why }: Pick<OutcomeDocument, 'why'>): string {
  return why === 'TOO_FEW_RACERS' ? 'too few would have raced' : WHY_CHAMPION[why];
}

function entrantTable({ policy, entrants, left_out }: ScenarioDocument, nameOf: NameOf): string {
  const isAgency = policy.agency !== null;
  const isReward = policy.reward_agency !== null;
  const rows = entrants.map((each) => [
    `${nameOf(each.agent_version_id)}${each.is_incumbent ? ' (incumbent)' : ''}`,
    each.rank ?? '–',
    scoreText(each.score),
    intervalText(each.interval),
    percentText(each.paid),
    ...(isReward ? [each.reward_factor === null ? 'not probed' : each.reward_factor.toFixed(3)] : []),
    ...(isAgency ? [each.agency === null ? 'unknown' : each.agency.toFixed(3), sourceText(each)] : []),
    left_out.includes(each.agent_version_id) ? 'not qualified' : (each.replayed_rank ?? '–'),
    scoreText(each.replayed_score),
    intervalText(each.replayed_interval),
    each.replayed_paid === null ? '–' : percentText(each.replayed_paid),
  ]);
  const added = [...(isReward ? ['factor'] : []), ...(isAgency ? ['agency', 'found in'] : [])];
  const head = ['entrant', 'rank', 'score', '95 %', 'paid', ...added];
  return table([...head, 'rank then', 'score then', '95 % then', 'paid then'], rows);
}

function sourceText({ agency_source, agency_count }: ScenarioDocument['entrants'][number]): string {
  return agency_source === null ? '–' : counted(agency_count, agency_source === 'corpus' ? 'attempt' : 'probe');
}

function thenText({ policy, replayed, unknown }: ScenarioDocument, nameOf: NameOf): string {
  if (replayed === null) {
    const missing = unknown.map(nameOf).join('; ');
    if (policy.reward_agency !== null)
      return `The winner is unknown: the arena does not publish who decides in ${missing}.`;
    return `The winner is unknown: no attempt of ${missing} in this race is in --corpus, and the arena has no follow rates for it.`;
  }
  const where = `${nameOf(replayed.top_agent_version_id)}: ${whyText(replayed)}`;
  return `With ${policy.name} it would be ${where}.`;
}

/** The differences, except the order of the racers, which the table shows. */
function notesOn({ replayed, changes, left_out, admits_others, policy }: ScenarioDocument, nameOf: NameOf): string[] {
  if (replayed === null) return [];
  const numbers = changes.flatMap(({ what, from, to }) => {
    if (what === 'margin' || what === 'threshold') return [`${what} ${numberText(from)} → ${numberText(to)}`];
    if (what === 'share' || what === 'share in a week') return [`${what} ${shareText(from)} → ${shareText(to)}`];
    return what === 'burned' ? [`burned ${shareText(from)} → ${shareText(to)}`] : [];
  });
  const moved = changes.filter(({ what }) => what === 'rank').length;
  const champion = changes.some(({ what }) => what === 'champion') ? ['another champion'] : [];
  const ranks = moved > 0 ? [counted(moved, 'rank')] : [];
  const all = [...champion, ...ranks, ...numbers];
  return [
    all.length === 0 ? 'Nothing changes.' : `Changed: ${all.join('; ')}.`,
    ...(left_out.length > 0 ? [`Would not have qualified: ${left_out.map(nameOf).join('; ')}.`] : []),
    ...(admits_others
      ? [
          `With a qualifying share of ${policy.qualifying_share} further versions could have raced. They have no race score, so this holds among those that raced.`,
        ]
      : []),
  ];
}

function numberText(value: string | number | null): string {
  return typeof value === 'number' ? scoreText(value) : 'none';
}

function shareText(value: string | number | null): string {
  return typeof value === 'number' ? percentText(value) : 'none';
}

function summaryTable(official: OutcomeDocument, scenarios: readonly ScenarioDocument[], nameOf: NameOf): string {
  const row = (name: string, outcome: OutcomeDocument | null, same: string): string[] =>
    outcome === null
      ? [name, 'not known', '–', '–', '–', '–', same]
      : [
          name,
          nameOf(outcome.top_agent_version_id),
          scoreText(outcome.threshold),
          percentText(outcome.share),
          percentText(outcome.share_in_a_week),
          percentText(outcome.burned),
          same,
        ];
  return table(
    ['policy', 'champion', 'needed', 'paid', 'paid in a week', 'burned', 'champion changes'],
    [
      row('as it was', official, ''),
      ...scenarios.map(({ policy, replayed, same_top }) =>
        row(policy.name, replayed, same_top === null ? 'not known' : same_top ? 'no' : 'yes'),
      ),
    ],
  );
}
