import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Score } from '../../parts/score.tsx';
import { type IncompleteEvaluation, measuresOf, type TrainingStage } from './training-summary.ts';

const STOPPED = {
  deadline: 'stopped by the clock',
  early: 'stopped early: the held-out loss no longer fell',
  kl: 'stopped: too far from its start',
  nan: 'stopped: the loss was no number',
} as const;

const TONES = { deadline: 'warn', early: 'quiet', kl: 'warn', nan: 'bad' } as const;

interface StageTableProps {
  readonly stages: readonly TrainingStage[];
  readonly incomplete: readonly IncompleteEvaluation[];
}

export function StageTable({ stages, incomplete }: StageTableProps) {
  if (stages.length === 0) return <div className="state">No stage was measured yet.</div>;
  return (
    <DataTable
      caption="In the order of training; intervals are 95 %"
      columns={columnsOf({ stages, incomplete })}
      rows={stages}
      rowKey={({ stage }) => stage}
    />
  );
}

function columnsOf({ stages, incomplete }: StageTableProps): readonly Column<TrainingStage>[] {
  return [
    {
      head: 'Stage',
      cell: ({ stage, ended }) => (
        <>
          <strong>{stage}</strong>{' '}
          {ended !== null && ended !== 'done' && <Badge tone={TONES[ended]}>{STOPPED[ended]}</Badge>}{' '}
          {incomplete
            .filter((each) => each.stage === stage)
            .map(({ measured, expected }) => (
              <Badge key={expected} tone="warn">
                measured in part: {measured.toLocaleString('en')} of {expected.toLocaleString('en')} episodes
              </Badge>
            ))}
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
