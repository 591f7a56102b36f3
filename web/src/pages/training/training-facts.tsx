import { counted, forCount } from '../../../../src/text/counted.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Simulated } from '../../parts/simulated.tsx';
import { RunMark } from './run-mark.tsx';
import { type ShownRun, simulatedText } from './training-summary.ts';

/** Model, data and limits of each run. What the numbers cannot show comes first. */
export function TrainingFacts({ runs }: { readonly runs: readonly ShownRun[] }) {
  const simulated = [...new Set(runs.map(({ run }) => simulatedText(run.summary.simulated)))].filter(
    (text) => text !== null,
  );
  const about = [...new Set(runs.map(({ run }) => run.summary.about))].filter((text) => text !== null);
  return (
    <>
      {simulated.map((text) => (
        <p key={text}>
          <Simulated what="models" /> {text}. This shows that the pipeline works, not what a model learns from real
          attempts.
        </p>
      ))}
      <DataTable caption="Models, data and problems" columns={COLUMNS} rows={runs} rowKey={({ run }) => run.run_id} />
      {about.map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
    </>
  );
}

const COLUMNS: readonly Column<ShownRun>[] = [
  { head: 'Run', cell: (shown) => <RunMark shown={shown} /> },
  { head: 'Model', cell: ({ run: { summary } }) => summary.model },
  { head: 'Before training', narrow: 'hide', cell: ({ run: { summary } }) => summary.base_model },
  { head: 'Recipe', narrow: 'hide', cell: ({ run: { summary } }) => summary.recipe },
  { head: 'Corpus', narrow: 'hide', cell: ({ run: { summary } }) => summary.corpus },
  {
    head: 'Measured on',
    decisive: true,
    cell: ({ run: { summary } }) => {
      const { suite, problems, tries } = summary.measured_on;
      return `${suite}: ${problems.toLocaleString('en')} ${forCount(problems, 'problem')}, ${counted(tries, 'try', 'tries')} each`;
    },
  },
  {
    head: 'Trained',
    narrow: 'hide',
    // A real-time timestamp, while the arena may have its own clock: shows the date, not a relative time.
    cell: ({ run: { summary } }) => <time dateTime={summary.trained_at}>{summary.trained_at.slice(0, 10)}</time>,
  },
];
