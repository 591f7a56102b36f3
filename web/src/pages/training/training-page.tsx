import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { counted } from '../../../../src/text/counted.ts';
import type { TrainingRuns } from '../../../../src/training/browser.ts';
import { trainingRunQuery, trainingRunsQuery } from '../../api/training-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { NotBuiltYet } from '../corpus/not-built-yet.tsx';
import { AblationTable } from './ablation-table.tsx';
import { Arms } from './arms.tsx';
import { RunMark } from './run-mark.tsx';
import { StageChart } from './stage-chart.tsx';
import { StageSamples } from './stage-samples.tsx';
import { StageTable } from './stage-table.tsx';
import './training.css';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { TrainingCurve } from './training-curve.tsx';
import { TrainingFacts } from './training-facts.tsx';
import { chosenRuns, MOST_RUNS, readTrainingSearch, type TrainingSearch, withRun } from './training-search.ts';
import { type NotRun, overlaidCurves, type ShownRun, suitesOf, type TrainingRun } from './training-summary.ts';

type ListedRun = TrainingRuns['runs'][number];
type Origin = ListedRun['measured'];

const LEAD =
  'A small model, trained on the corpus stage by stage, measured with 95 % intervals on problems it has never seen.';

const ELSEWHERE =
  'These runs come with Assay. They were measured on other machines and other problems, and are not results of this arena.';

export function TrainingPage() {
  const query = useQuery(trainingRunsQuery());
  // Validated again: the router also passes on parameters that the root route did not reject.
  const search = readTrainingSearch(useSearch({ from: '/training' }));
  const navigate = useNavigate({ from: '/training' });
  const choose = (next: TrainingSearch): void => void navigate({ search: next, replace: true, resetScroll: false });
  return (
    <Page title="Training" lead={LEAD}>
      <QueryView query={query} what="the training runs">
        {(list) => (
          <>
            {list.unreadable > 0 && (
              <p role="status">
                <Badge tone="warn">incomplete</Badge> {counted(list.unreadable, 'file')} of training runs cannot be
                read. Their results are not shown.
              </p>
            )}
            {!list.runs.some(({ measured }) => measured === 'here') && list.unreadable === 0 && (
              <NotBuiltYet
                title="No training run of this arena is shown."
                command="npx assay train run --recipe recipes/small.json --corpus release --out training"
              >
                This command trains a model on a published corpus; <code>assay serve --training training</code> then
                shows the run:
              </NotBuiltYet>
            )}
            {(['here', 'elsewhere'] as const).map((origin) => (
              <OriginPart key={origin} origin={origin} list={list} search={search} choose={choose} />
            ))}
          </>
        )}
      </QueryView>
    </Page>
  );
}

interface PartProps {
  readonly list: TrainingRuns;
  readonly search: TrainingSearch;
  readonly choose: (next: TrainingSearch) => void;
}

/** All runs and experiments of one origin. Runs of different origins never share a table or chart. */
function OriginPart({ origin, list, search, choose }: PartProps & { readonly origin: Origin }) {
  const runs = list.runs.filter(({ measured }) => measured === origin);
  const experiments = list.experiments.filter(({ measured }) => measured === origin);
  if (runs.length + experiments.length === 0) return null;
  return (
    <div className="training-origin" data-origin={origin}>
      {origin === 'elsewhere' && (
        <p className="elsewhere">
          <Badge tone="ours">measured elsewhere</Badge> {ELSEWHERE}
        </p>
      )}
      {runs.length > 0 && <Runs runs={runs} list={list} search={search} choose={choose} origin={origin} />}
      {experiments.map(({ experiment_id, name, results }) => (
        <Section key={experiment_id} title={`Arms of an ablation: ${name}`} note={<OriginNote origin={origin} />}>
          <Arms name={name} results={results} />
        </Section>
      ))}
    </div>
  );
}

/** Repeated on every section, because users often scroll past the top. */
function OriginNote({ origin }: { readonly origin: Origin }) {
  return origin === 'elsewhere' ? <Badge tone="ours">measured elsewhere</Badge> : null;
}

interface RunsProps extends PartProps {
  readonly runs: readonly ListedRun[];
  readonly origin: Origin;
}

function Runs({ runs, list, search, choose, origin }: RunsProps) {
  const chosen = chosenRuns(runs, search);
  const queries = chosen.map(({ run_id }) => trainingRunQuery(run_id));
  const { loaded, failed } = useQueries({ queries, combine: combineRuns });
  // Memoised, so that charts are redrawn only when something changes.
  const shown = useMemo(
    () => loaded.map((run, place): ShownRun => ({ run, colour: `var(--run-${(place % MOST_RUNS) + 1})` })),
    [loaded],
  );
  return (
    <>
      {runs.length > 1 && (
        <Section title="Runs to compare" note={`Up to ${MOST_RUNS}`}>
          <Choice
            runs={runs}
            chosen={chosen}
            set={(run, isShown) => choose(withRun(search, list.runs, run, isShown))}
          />
        </Section>
      )}
      {failed !== undefined && (
        <QueryView query={failed} what="the training">
          {() => null}
        </QueryView>
      )}
      {shown.length > 0 && (
        <Shown
          runs={shown}
          // The newest run may have no samples. Then those of another run are shown, under its name.
          sampled={chosen.some(HAS_SAMPLES) ? undefined : runs.find(HAS_SAMPLES)}
          search={search}
          choose={choose}
          origin={origin}
        />
      )}
    </>
  );
}

const HAS_SAMPLES = ({ has_samples }: ListedRun): boolean => has_samples;

function combineRuns(results: readonly UseQueryResult<TrainingRun>[]) {
  return {
    loaded: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
    failed: results.find(({ isError, data }) => isError && data === undefined),
  };
}

interface ChoiceProps {
  readonly runs: readonly ListedRun[];
  readonly chosen: readonly ListedRun[];
  readonly set: (run: ListedRun, isShown: boolean) => void;
}

function Choice({ runs, chosen, set }: ChoiceProps) {
  const field = useUniqueId();
  return (
    <fieldset className="run-choice">
      <legend className="hidden">Runs to compare</legend>
      {runs.map((run, place) => {
        const isChosen = chosen.includes(run);
        return (
          <p key={run.run_id}>
            <input
              id={`${field}${place}`}
              type="checkbox"
              checked={isChosen}
              disabled={isChosen ? chosen.length === 1 : chosen.length >= MOST_RUNS}
              onChange={({ target }) => set(run, target.checked)}
            />{' '}
            <label htmlFor={`${field}${place}`}>
              {run.name}{' '}
              <span className="quiet">
                {run.model}, {run.measured_on.suite}, {run.trained_at.slice(0, 10)}
              </span>
            </label>
          </p>
        );
      })}
    </fieldset>
  );
}

interface ShownProps extends Omit<PartProps, 'list'> {
  readonly runs: readonly ShownRun[];
  /** A run that is not chosen, whose samples are shown. */
  readonly sampled: ListedRun | undefined;
  readonly origin: Origin;
}

function Shown({ runs, sampled, search, choose, origin }: ShownProps) {
  const note = <OriginNote origin={origin} />;
  const suites = suitesOf(runs);
  const curves = useMemo(() => overlaidCurves(runs), [runs]);
  const notRun = runs.flatMap((shown) => shown.run.summary.not_run.map((part) => ({ shown, part })));
  const chooseProblem = (problem: string): void => choose(readTrainingSearch({ ...search, problem }));
  const ablations = runs.filter(({ run }) => run.summary.ablations.length > 0);
  return (
    <>
      <Section title="What was trained" note={note}>
        <TrainingFacts runs={runs} />
      </Section>
      <Section title="Stage by stage" note={note}>
        {suites.length > 1 && (
          <p>
            <Badge tone="warn">not comparable</Badge> These runs were measured on different problems:{' '}
            {suites.join('; ')}.
          </p>
        )}
        {runs.some(({ run }) => run.summary.stages.length > 0) && <StageChart runs={runs} />}
        <StageTable runs={runs} />
      </Section>
      {notRun.length > 0 && (
        <Section title="What was not run" note={note}>
          <DataTable
            caption="Parts without a result"
            columns={NOT_RUN}
            rows={notRun}
            rowKey={({ shown, part }) => `${shown.run.run_id} ${part.what}`}
          />
        </Section>
      )}
      <Section title="Loss and reward" note={note}>
        {curves.length === 0 ? (
          <div className="state">No curves were saved.</div>
        ) : (
          <>
            {runs.length > 1 && (
              <p className="legend">
                {runs.map((shown) => (
                  <RunMark key={shown.run.run_id} shown={shown} />
                ))}
              </p>
            )}
            <div className="columns">
              {curves.map((each) => (
                <TrainingCurve key={each.key} curves={each} />
              ))}
            </div>
          </>
        )}
      </Section>
      {ablations.map(({ run }) => (
        <Section
          key={run.run_id}
          title={runs.length > 1 ? `Effect of each change: ${run.name}` : 'Effect of each change'}
          note={origin === 'elsewhere' ? note : 'The same recipe with one thing changed'}
        >
          <AblationTable run={run.name} ablations={run.summary.ablations} />
        </Section>
      ))}
      {sampled === undefined ? (
        runs.map(({ run }) => (
          <Section
            key={run.run_id}
            title={runs.length > 1 ? `Samples of each stage: ${run.name}` : 'Samples of each stage'}
            note={note}
          >
            <StageSamples run={run} problem={search.problem} choose={chooseProblem} />
          </Section>
        ))
      ) : (
        <Section title={`Samples of each stage: ${sampled.name}`} note={note}>
          <SamplesOf runId={sampled.run_id} problem={search.problem} choose={chooseProblem} />
        </Section>
      )}
    </>
  );
}

interface SamplesOfProps {
  readonly runId: string;
  readonly problem: string | undefined;
  readonly choose: (problem: string) => void;
}

/** Samples of a run that is not shown otherwise, with its description. */
function SamplesOf({ runId, problem, choose }: SamplesOfProps) {
  const query = useQuery(trainingRunQuery(runId));
  return (
    <QueryView query={query} what="the training run">
      {(run) => (
        <>
          {run.summary.about !== null && <p className="quiet">{run.summary.about}</p>}
          <StageSamples run={run} problem={problem} choose={choose} />
        </>
      )}
    </QueryView>
  );
}

const REASONS: Readonly<Record<NotRun['why'], string>> = {
  'left out': 'left out when the run was started',
  'to come': 'still to come',
  'no time left': 'out of time before it started',
  'nothing to learn from': 'there was nothing to learn from',
  failed: 'it failed',
};

const NOT_RUN: readonly Column<{ readonly shown: ShownRun; readonly part: NotRun }>[] = [
  { head: 'Part', cell: ({ part: { what } }) => what },
  { head: 'Why', decisive: true, cell: ({ part: { why } }) => REASONS[why] },
  { head: 'Run', narrow: 'hide', cell: ({ shown }) => <RunMark shown={shown} /> },
];
