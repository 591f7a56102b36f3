import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Score } from '../../parts/score.tsx';
import { RunMark } from './run-mark.tsx';
import { measuresOf, type ShownRun, type TrainingStage } from './training-summary.ts';

const STOPPED = {
  deadline: 'stopped: time limit reached',
  early: 'stopped early: held-out loss stopped falling',
  kl: 'stopped: too far from the starting model',
  nan: 'stopped: the loss was not a number',
} as const;

const TONES = { deadline: 'warn', early: 'quiet', kl: 'warn', nan: 'bad' } as const;

interface StageRow {
  readonly shown: ShownRun;
  readonly stage: TrainingStage;
}

/** Every stage of every run, ordered by stage, so that comparable rows are adjacent. */
export function StageTable({ runs }: { readonly runs: readonly ShownRun[] }) {
  const names = [...new Set(runs.flatMap(({ run }) => run.summary.stages.map(({ stage }) => stage)))];
  const rows = names.flatMap((name) =>
    runs.flatMap((shown): StageRow[] => {
      const stage = shown.run.summary.stages.find((each) => each.stage === name);
      return stage === undefined ? [] : [{ shown, stage }];
    }),
  );
  if (rows.length === 0) return <div className="state">No stage was measured yet.</div>;
  return (
    <DataTable
      caption="In the order of training; intervals are 95 %. Rates without measured episodes are left empty."
      columns={columnsOf(rows, runs.length > 1)}
      rows={rows}
      rowKey={({ shown, stage }) => `${shown.run.run_id} ${stage.stage}`}
    />
  );
}

function columnsOf(rows: readonly StageRow[], isCompared: boolean): readonly Column<StageRow>[] {
  return [
    {
      head: 'Stage',
      cell: ({ shown, stage: { stage, ended } }) => (
        <>
          <strong>{stage}</strong> {isCompared && <RunMark shown={shown} />}{' '}
          {ended !== null && ended !== 'done' && <Badge tone={TONES[ended]}>{STOPPED[ended]}</Badge>}{' '}
          {(shown.run.summary.incomplete ?? [])
            .filter((each) => each.stage === stage)
            .map(({ measured, expected }) => (
              <Badge key={expected} tone="warn">
                partly measured: {measured.toLocaleString('en')} of {expected.toLocaleString('en')} episodes
              </Badge>
            ))}
        </>
      ),
    },
    ...measuresOf(rows.map(({ stage }) => stage)).map(
      (name, index): Column<StageRow> => ({
        head: name,
        decisive: index === 0,
        cell: ({ stage: { measures } }) => (
          <Score value={measures[name]?.value ?? null} interval={measures[name]?.interval ?? null} />
        ),
      }),
    ),
  ];
}
