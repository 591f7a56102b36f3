import { intervalText, scoreText } from '../output/format-score.ts';
import { table } from '../output/table.ts';
import { solvedText } from './compare-text.ts';
import { failuresOf, failuresText } from './failures-of.ts';
import type { DemoContest } from './open-demo.ts';
import type { DecidedRace } from './step-race.ts';
import type { SubmittedContestant } from './submit-contestant.ts';

/** Final result of one contestant. */
export interface Standing {
  readonly agent: string;
  readonly kind: string;
  readonly hotkey: string;
  readonly agent_version_id: string | null;
  readonly qualifying_score: number | null;
  readonly score_interval: { readonly low: number; readonly high: number } | null;
  readonly race_score: number | null;
  readonly state: string;
  readonly why: string;
}

/** Wide enough for the reasons; the table wraps them. */
const WIDE_CELL = 200;

export async function standingOf(
  contest: DemoContest,
  submitted: SubmittedContestant,
  races: readonly DecidedRace[],
): Promise<Standing> {
  const { contestant, hotkey, versionId, findings } = submitted;
  const known = { agent: contestant.name, kind: contestant.kind, hotkey, agent_version_id: versionId };
  if (versionId === null) {
    const grave = findings.filter((each) => each.class !== 'policy');
    const why = [...new Set(grave.map(({ code }) => code))].join(', ');
    return { ...known, qualifying_score: null, score_interval: null, race_score: null, state: 'REJECTED', why };
  }
  const { final_score, score_interval, race_score, phase } = await contest.api.version(versionId);
  return {
    ...known,
    qualifying_score: final_score,
    score_interval,
    race_score,
    state: phase,
    why: victoryOf(versionId, races) ?? (await failureText(contest, submitted)),
  };
}

/** Its lead over the incumbent; `undefined` for the first champion, or for a version that did not win. */
function victoryOf(versionId: string, races: readonly DecidedRace[]): string | undefined {
  const won = races.find(({ result }) => result.changed && result.top_agent_version_id === versionId);
  const compared = won?.result.comparisons.find(({ agent_version_id }) => agent_version_id === versionId);
  return compared === undefined ? undefined : solvedText(compared);
}

async function failureText(contest: DemoContest, submitted: SubmittedContestant): Promise<string> {
  return failuresText(await failuresOf(contest, submitted));
}

export function standingsTable(standings: readonly Standing[]): string {
  const head = ['agent', 'kind', 'qualifying', '95 % interval', 'last race', 'state', 'why'];
  const rows = standings.map((each) => [
    each.agent,
    each.kind,
    scoreText(each.qualifying_score),
    intervalText(each.score_interval),
    scoreText(each.race_score),
    each.state === 'TOP' ? 'champion' : each.state.toLowerCase().replaceAll('_', ' '),
    each.why,
  ]);
  return table(head, rows, WIDE_CELL);
}
