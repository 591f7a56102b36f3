import type { QualifierWire, RaceDetailWire } from '../../../../src/board/wire.ts';
import { counted } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { CompareLink } from '../../parts/compare-link.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/fact.tsx';
import { Person } from '../../parts/person.tsx';
import { Score } from '../../parts/score.tsx';
import { type Comparison, differenceReach, differenceVerdict, signed } from './difference.ts';
import { DifferenceBar } from './difference-bar.tsx';
import { RacerLink } from './racer-link.tsx';

type Why = NonNullable<RaceDetailWire['result']>['why'];

/** Why the champion changed or stayed. */
const CHAMPION_SENTENCES: Readonly<Record<Why, string>> = {
  MARGIN_CLEARED: 'New champion: the best score reached the score needed.',
  NO_INCUMBENT: 'New champion: there was none before.',
  MARGIN_NOT_CLEARED: 'The champion stays: no challenger reached the score needed.',
  NO_CHALLENGER: 'The champion stays: no challenger finished.',
  INCUMBENT_UNSCORED: 'The champion stays: it could not be scored, which does not count as a loss.',
  NOBODY_FINISHED: 'No racer finished, and there is no champion.',
};

type Result = NonNullable<RaceDetailWire['result']>;

/** Race results, and whether differences from the incumbent are statistically significant. */
export function Results({ race, qualifiers, result }: Pick<RaceDetailWire, 'race' | 'qualifiers' | 'result'>) {
  const comparisons = new Map(result?.comparisons.map((each) => [each.agent_version_id, each]));
  return (
    <>
      {result === null ? (
        <p>Every racer is done. The champion is decided as soon as the draw is revealed.</p>
      ) : (
        <Decision result={result} qualifiers={qualifiers} />
      )}
      <DataTable
        caption={`Race ${race.race_number}, by race score`}
        columns={columnsFor(race.incumbent_agent_version_id, result, comparisons, agencyColumn(qualifiers))}
        rows={qualifiers}
        rowKey={({ agent_version_id }) => agent_version_id}
      />
      {result !== null && result.comparisons.length > 0 && (
        <p className="quiet">
          Difference: the share of problems the challenger solved minus the incumbent’s share, on the same problems. Its
          interval shows how certain the lead is; the margin decides the race.
        </p>
      )}
    </>
  );
}

function Decision({ result, qualifiers }: { readonly result: Result; readonly qualifiers: readonly QualifierWire[] }) {
  // Searched in the ranking, because the page may have loaded only the first qualifiers.
  const incumbent = result.ranking.find(
    ({ agent_version_id }) => agent_version_id === result.incumbent_agent_version_id,
  );
  const top = qualifiers.find(({ agent_version_id }) => agent_version_id === result.top_agent_version_id);
  const lead = result.comparisons[0];
  return (
    <>
      <p className="race-verdict">
        <strong>{CHAMPION_SENTENCES[result.why]}</strong> {lead !== undefined && leadSentence(lead)}
      </p>
      <dl className="facts">
        <Fact name="Champion now">
          {top === undefined ? 'none' : <RacerLink versionId={top.agent_version_id} name={top.agent_name} />}
        </Fact>
        <Fact name="Score of the incumbent">{incumbent?.score.toFixed(4) ?? '–'}</Fact>
        <Fact name="Margin to clear">
          {result.margin === null
            ? '–'
            : `${result.margin.toFixed(4)} after ${result.days_as_top!.toFixed(1)} days as champion`}
        </Fact>
        <Fact name="Score that was needed">{result.threshold?.toFixed(4) ?? 'none'}</Fact>
        <Fact name="Challengers that tried">{result.challengers_tried}</Fact>
      </dl>
    </>
  );
}

function leadSentence(lead: Comparison): string {
  const [low, high] = lead.interval;
  const size = `${signed(lead.difference)} (95 % interval: ${signed(low)} to ${signed(high)})`;
  return `Best challenger minus incumbent, share of problems solved: ${size}. ${differenceVerdict(lead).sentence}`;
}

/**
 * The score that does not count, beside the one that does: without the agency factor if it is applied, else with it.
 */
function agencyColumn(qualifiers: readonly QualifierWire[]): Column<QualifierWire>[] {
  const isApplied = qualifiers.some(({ agency }) => agency?.is_applied);
  if (!isApplied && qualifiers.every(({ agency }) => agency?.factor == null)) return [];
  return [
    {
      head: isApplied ? 'Score before agency factor' : 'Score after agency factor',
      align: 'right',
      narrow: 'hide',
      cell: ({ agency }) => (
        <span className="race-number">{agency?.factor == null ? 'not known' : otherScore(agency)}</span>
      ),
    },
  ];
}

function otherScore({ is_applied, factor, score_with, score_without }: NonNullable<QualifierWire['agency']>): string {
  const score = is_applied ? score_without : score_with;
  return `${score?.toFixed(4) ?? '–'} (factor ${factor!.toFixed(2)})`;
}

function columnsFor(
  incumbentId: string | null,
  result: Result | null,
  comparisons: ReadonlyMap<string, Comparison>,
  agency: readonly Column<QualifierWire>[],
): Column<QualifierWire>[] {
  const reach = differenceReach([...comparisons.values()]);
  const difference: Column<QualifierWire> = {
    head: 'Difference from the incumbent',
    decisive: true,
    cell: ({ agent_version_id }) => (
      <Difference
        comparison={comparisons.get(agent_version_id)}
        reach={reach}
        isIncumbent={agent_version_id === incumbentId}
      />
    ),
  };
  return [
    { head: 'Rank', align: 'right', narrow: 'hide', cell: ({ race_rank }) => race_rank ?? '–' },
    {
      head: 'Agent',
      cell: (racer) => (
        <>
          <RacerLink versionId={racer.agent_version_id} name={racer.agent_name} version={racer.version_number} />{' '}
          {racer.agent_version_id === result?.top_agent_version_id && <Badge tone="good">champion</Badge>}{' '}
          {racer.agent_version_id === incumbentId && <Badge tone="ours">incumbent</Badge>}
          <RacerComparison racer={racer} incumbentId={incumbentId} topId={result?.top_agent_version_id ?? null} />
        </>
      ),
    },
    { head: 'Contestant', narrow: 'hide', cell: ({ miner_hotkey }) => <Person hotkey={miner_hotkey} /> },
    {
      head: 'Race score',
      decisive: true,
      cell: ({ race_score, race_score_interval }) =>
        race_score === null ? 'did not finish' : <Score value={race_score} interval={race_score_interval} />,
    },
    {
      head: 'Solved',
      align: 'right',
      cell: ({ race_success_rate }) => <span className="race-number">{percent(race_success_rate)}</span>,
    },
    {
      head: 'Judge',
      align: 'right',
      narrow: 'hide',
      cell: ({ race_reasoning_coefficient: judge }) => (
        <span className="race-number">{judge === null ? '–' : `× ${judge.toFixed(2)}`}</span>
      ),
    },
    ...agency,
    ...(comparisons.size === 0 ? [] : [difference]),
  ];
}

interface RacerComparisonProps {
  readonly racer: QualifierWire;
  readonly incumbentId: string | null;
  readonly topId: string | null;
}

/** Compares with the incumbent, or with the new champion if there was no incumbent. */
function RacerComparison({ racer: { agent_version_id: versionId }, incumbentId, topId }: RacerComparisonProps) {
  const otherId = incumbentId ?? topId;
  if (otherId === null || otherId === versionId) return null;
  return (
    <CompareLink versionId={versionId} otherId={otherId}>
      compare with the {incumbentId === null ? 'champion' : 'incumbent'}
    </CompareLink>
  );
}

interface DifferenceProps {
  readonly comparison: Comparison | undefined;
  readonly reach: number;
  readonly isIncumbent: boolean;
}

function Difference({ comparison, reach, isIncumbent }: DifferenceProps) {
  if (comparison === undefined) return <span className="quiet">{isIncumbent ? 'is the incumbent' : '–'}</span>;
  const { isChance, sentence } = differenceVerdict(comparison);
  return (
    <>
      <DifferenceBar comparison={comparison} reach={reach} />
      <p className="race-doubt">
        <Badge tone={isChance ? 'warn' : 'good'}>{isChance ? 'not significant' : 'significant'}</Badge>{' '}
        <span className="narrow-hide">
          {sentence} <span className="quiet">{counted(comparison.problems, 'problem')}.</span>
        </span>
      </p>
    </>
  );
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}
