import { useQuery } from '@tanstack/react-query';
import { ArenaError } from '../../api/arena-error.ts';
import { trainingQuery } from '../../api/training-queries.ts';
import { Asked } from '../../parts/asked.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { NothingBuilt } from '../corpus/nothing-built.tsx';
import { AblationTable } from './ablation-table.tsx';
import { StageTable } from './stage-table.tsx';
import { TrainingCurve } from './training-curve.tsx';
import { TrainingFacts } from './training-facts.tsx';
import type { NotRun, TrainingSummary } from './training-summary.ts';

const REASONS: Readonly<Record<NotRun['why'], string>> = {
  'left out': 'left out by whoever started it',
  'to come': 'still to come',
  'no time left': 'its time was up before',
  'nothing to learn from': 'there was nothing to learn from',
  failed: 'it failed',
};

function NotRunTable({ parts }: { readonly parts: readonly NotRun[] }) {
  return <DataTable caption="Parts without a result" columns={COLUMNS} rows={parts} rowKey={({ what }) => what} />;
}

const COLUMNS: readonly Column<NotRun>[] = [
  { head: 'Part', cell: ({ what }) => what },
  { head: 'Why', cell: ({ why }) => REASONS[why] },
];

const LEAD =
  'A small model, trained on the corpus stage by stage, measured on problems it has never seen, with intervals.';

export function TrainingPage() {
  const query = useQuery(trainingQuery());
  const isMissing = query.error instanceof ArenaError && query.error.status === 404;
  return (
    <Page title="Training" lead={LEAD}>
      {isMissing ? (
        <NothingBuilt
          title="No training is shown here."
          command="npx assay train run --recipe recipes/small.json --corpus release --out training"
        >
          A model is trained on a published corpus. This command does it, and `assay serve --training training` shows
          it:
        </NothingBuilt>
      ) : (
        <Asked query={query} what="the training">
          {(training) => <Training training={training} />}
        </Asked>
      )}
    </Page>
  );
}

function Training({ training }: { readonly training: TrainingSummary }) {
  const { stages, curves, ablations, not_run, incomplete = [] } = training;
  return (
    <>
      <TrainingFacts training={training} />
      <Section title="Stage by stage">
        <StageTable stages={stages} incomplete={incomplete} />
      </Section>
      {not_run.length > 0 && (
        <Section title="What was not run">
          <NotRunTable parts={not_run} />
        </Section>
      )}
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
        <AblationTable ablations={ablations} />
      </Section>
    </>
  );
}
