import { useQuery } from '@tanstack/react-query';
import { counted } from '../../../../src/text/counted.ts';
import type { TrainingRun } from '../../../../src/training/browser.ts';
import { trainingSamplesQuery } from '../../api/training-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Conversation } from '../../parts/conversation.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import { visibleText } from '../../parts/visible-text.ts';

interface StageSamplesProps {
  readonly run: TrainingRun;
  readonly problem: string | undefined;
  readonly choose: (problem: string) => void;
}

/** Samples of all stages on the same problem, side by side. */
export function StageSamples({ run, problem, choose }: StageSamplesProps) {
  const field = useUniqueId();
  const { sampled_problems: problems } = run;
  const chosen = problems.find(({ problem_id }) => problem_id === problem) ?? problems[0];
  if (chosen === undefined) {
    return (
      <div className="state">
        No episode of this run can be shown: transcripts were not recorded, or are not public.
      </div>
    );
  }
  return (
    <>
      <div className="filters">
        <p className="filter">
          <label htmlFor={field}>Problem</label>
          <select id={field} value={chosen.problem_id} onChange={({ target }) => choose(target.value)}>
            {problems.map(({ problem_id, category, stages }) => (
              <option key={problem_id} value={problem_id}>
                {visibleText(problem_id, 60)} ({category}, {counted(stages, 'stage')})
              </option>
            ))}
          </select>
        </p>
      </div>
      <Samples runId={run.run_id} problemId={chosen.problem_id} />
    </>
  );
}

function Samples({ runId, problemId }: { readonly runId: string; readonly problemId: string }) {
  const query = useQuery(trainingSamplesQuery(runId, problemId));
  return (
    <QueryView query={query} what="the samples" isEmpty={({ samples }) => samples.length === 0}>
      {({ samples }) => (
        <div className="samples">
          {samples.map(({ stage, mode, success, ending, failure, messages }) => (
            <article key={stage} className="sample">
              <h3>{stage}</h3>
              <p>
                <Badge tone={success ? 'good' : 'bad'}>{success ? 'solved' : 'failed'}</Badge>{' '}
                <span className="quiet">
                  {mode === 'greedy' ? 'greedy' : 'first sample'}, {ending}
                  {failure !== null && (
                    <>
                      : <HostileText text={failure} oneLine limit={200} />
                    </>
                  )}
                </span>
              </p>
              <Conversation messages={messages} />
            </article>
          ))}
        </div>
      )}
    </QueryView>
  );
}
