import { useQuery } from '@tanstack/react-query';
import { ArenaError } from '../../api/arena-error.ts';
import { trainingQuery } from '../../api/training-queries.ts';
import { Asked } from '../../parts/asked.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { Score } from '../../parts/score.tsx';
import { Section } from '../../parts/section.tsx';
import { TrainingCurve } from './training-curve.tsx';
import {
  type Ablation,
  isDifferent,
  measuresOf,
  type TrainingStage,
  type TrainingSummary,
} from './training-summary.ts';

const LEAD =
  'A small model, trained on the corpus stage by stage, measured on problems it has never seen, with intervals.';

export function TrainingPage() {
  const query = useQuery(trainingQuery());
  const isMissing = query.error instanceof ArenaError && query.error.status === 404;
  return (
    <Page title="Training" lead={LEAD}>
      {isMissing ? (
        <div className="state">
          <strong>Nothing was trained here.</strong>
          This version of the arena makes the corpus and measures models; training on it is still to come.
        </div>
      ) : (
        <Asked query={query} what="the training">
          {(training) => <Training training={training} />}
        </Asked>
      )}
    </Page>
  );
}

function Training({ training }: { readonly training: TrainingSummary }) {
  const { model, corpus, trained_at, measured_on: measured, stages, curves, ablations } = training;
  return (
    <>
      <Section
        title="Stage by stage"
        note={
          <>
            {model} on {corpus}, <Moment at={trained_at} />
          </>
        }
      >
        <DataTable
          caption={`Measured on ${measured.problems} problems of ${measured.suite}, ${measured.tries} tries at each; intervals are 95 %`}
          columns={stageColumns(stages)}
          rows={stages}
          rowKey={({ stage }) => stage}
        />
      </Section>
      <Section title="Loss and reward">
        {curves.length === 0 ? (
          <div className="state">No curve was kept.</div>
        ) : (
          <div className="columns">
            {curves.map((curve) => (
              <TrainingCurve key={`${curve.stage} ${curve.what}`} curve={curve} />
            ))}
          </div>
        )}
      </Section>
      <Section title="What each part is worth" note="The same recipe with one thing changed">
        {ablations.length === 0 ? (
          <div className="state">No ablation was run.</div>
        ) : (
          <DataTable
            caption="Differences to the full recipe"
            columns={ABLATIONS}
            rows={ablations}
            rowKey={({ changed, measure }) => `${changed} ${measure}`}
          />
        )}
      </Section>
    </>
  );
}

function stageColumns(stages: readonly TrainingStage[]): readonly Column<TrainingStage>[] {
  return [
    { head: 'Stage', cell: ({ stage }) => <strong>{stage}</strong> },
    ...measuresOf(stages).map(
      (name): Column<TrainingStage> => ({
        head: name,
        cell: ({ measures }) => (
          <Score value={measures[name]?.value ?? null} interval={measures[name]?.interval ?? null} />
        ),
      }),
    ),
  ];
}

const ABLATIONS: readonly Column<Ablation>[] = [
  { head: 'Changed', cell: ({ changed }) => changed },
  { head: 'Measure', cell: ({ measure }) => measure },
  {
    head: 'Difference',
    align: 'right',
    cell: ({ difference: { value, interval } }) => (
      <>
        {signed(value)}{' '}
        {interval !== null && (
          <small className="quiet">
            {signed(interval.low)} to {signed(interval.high)}
          </small>
        )}
      </>
    ),
  },
  { head: 'Chance alone', align: 'right', narrow: 'hide', cell: ({ probability }) => probability.toPrecision(2) },
  {
    head: 'Verdict',
    cell: ({ difference }) =>
      isDifferent(difference) ? (
        <Badge tone={difference.value > 0 ? 'good' : 'bad'}>{difference.value > 0 ? 'better' : 'worse'}</Badge>
      ) : (
        <span className="quiet">no difference shown</span>
      ),
  },
];

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
