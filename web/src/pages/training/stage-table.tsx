import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Score } from '../../parts/score.tsx';
import { measuresOf, type TrainingStage } from './training-summary.ts';

const STOPPED = {
  deadline: 'stopped by the clock',
  kl: 'stopped: too far from its start',
  nan: 'stopped: the loss was no number',
} as const;

export function StageTable({ stages }: { readonly stages: readonly TrainingStage[] }) {
  if (stages.length === 0) return <div className="state">No stage was measured yet.</div>;
  return (
    <DataTable
      caption="In the order of training; intervals are 95 %"
      columns={columnsOf(stages)}
      rows={stages}
      rowKey={({ stage }) => stage}
    />
  );
}

function columnsOf(stages: readonly TrainingStage[]): readonly Column<TrainingStage>[] {
  return [
    {
      head: 'Stage',
      cell: ({ stage, ended }) => (
        <>
          <strong>{stage}</strong>{' '}
          {ended !== null && ended !== 'done' && (
            <Badge tone={ended === 'nan' ? 'bad' : 'warn'}>{STOPPED[ended]}</Badge>
          )}
        </>
      ),
    },
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
