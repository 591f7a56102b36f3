import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { Fact } from '../../parts/fact.tsx';
import { failureOf, faultOwner } from '../../parts/failure-of.ts';
import { FailureReason, OwnerBadge } from '../../parts/failure-reason.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';
import { Simulated } from '../../parts/simulated.tsx';
import { numberAt, objectAt, textAt } from './field-at.ts';
import { PROBLEM_RESULTS } from './problem-results.ts';
import type { Evidence } from './read-evidence.ts';

type Result = NonNullable<AttemptPageWire['result']>;

interface ResultPanelProps {
  readonly attempt: AttemptPageWire;
  readonly evidence: Evidence | null;
}

/** The outcome of an attempt, the owner of a failure, and the resources used. */
export function ResultPanel({ attempt, evidence }: ResultPanelProps) {
  const { result } = attempt;
  return (
    <Section title="Result">
      {result === null ? <NoResult attempt={attempt} /> : <Outcome result={result} />}
      <FaultNote attempt={attempt} evidence={evidence} />
      <RuleEvents evidence={evidence} />
      <Usage result={result} evidence={evidence} />
    </Section>
  );
}

function NoResult({ attempt }: { readonly attempt: AttemptPageWire }) {
  return (
    <div className="state">
      <strong>{attempt.are_scores_public ? 'There is no result yet.' : 'The result is not public yet.'}</strong>
      {attempt.are_scores_public
        ? 'The validator has not reported one for this problem.'
        : attempt.phase === 'RACE'
          ? 'Per-problem race results are published when the problem is retired. The run shows the totals.'
          : 'It is published when enough validators have run this version, so no validator can copy another.'}
    </div>
  );
}

function Outcome({ result }: { readonly result: Result }) {
  const { tone, text } = PROBLEM_RESULTS[result.status];
  const failure = failureOf(result);
  return (
    <>
      <p>
        <Badge tone={tone}>{text}</Badge> {failure !== null && <FailureReason failure={failure} />}
      </p>
      <dl className="facts">
        <Fact name="Reasoning quality">{result.reasoning_score === null ? 'not judged' : result.reasoning_score}</Fact>
        {result.inference_total !== null && (
          <Fact name="Model calls that failed">
            {result.inference_failure_count ?? 0} of {result.inference_total}
          </Fact>
        )}
      </dl>
    </>
  );
}

function FaultNote({ attempt, evidence }: ResultPanelProps) {
  const fault = objectAt(evidence?.attempt, 'fault');
  const code = textAt(fault, 'code') ?? textAt(attempt.result?.score_components, 'fault_code');
  if (code === null) return null;
  const owner = faultOwner(code);
  const message = textAt(fault, 'message') ?? textAt(attempt.result?.score_components, 'fault_message') ?? '';
  return (
    <div className="attempt-block">
      <p className="attempt-kind">
        failure <OwnerBadge owner={owner} />{' '}
        <code>
          <HostileText text={code} limit={60} oneLine />
        </code>
      </p>
      <HostileText text={message} limit={1_000} lines={12} />
      {owner !== null && owner !== 'agent' && <p className="quiet">It does not count against the agent.</p>}
    </div>
  );
}

/** Events that the agent rules refused or noted, as reported by the agent's own process. */
function RuleEvents({ evidence }: { readonly evidence: Evidence | null }) {
  const events = objectAt(evidence?.attempt, 'rules')?.events;
  if (!Array.isArray(events) || events.length === 0) return null;
  return (
    <ul>
      {events.slice(0, 32).map((event, index) => (
        <li key={index}>
          <Badge tone={event?.refused === true ? 'bad' : 'quiet'}>
            {event?.refused === true ? 'refused' : 'noted'}
          </Badge>{' '}
          {numberAt(event, 'line') !== null && `line ${numberAt(event, 'line')}: `}
          <HostileText text={`${textAt(event, 'event') ?? ''} ${textAt(event, 'detail') ?? ''}`} limit={300} oneLine />
        </li>
      ))}
    </ul>
  );
}

/** Models in the recorded calls, whatever model the agent was told to use. */
function modelsText(evidence: Evidence | null): string {
  const calls = evidence?.calls;
  if (calls == null) return 'unknown: the calls are not available';
  const models = new Set(calls.flatMap(({ answeredBy }) => (answeredBy === null ? [] : [answeredBy.model])));
  return [...models].join(', ') || 'none';
}

function Usage({ result, evidence }: { readonly result: Result | null; readonly evidence: Evidence | null }) {
  const usage = objectAt(evidence?.attempt, 'usage');
  const seconds = result?.execution_time ?? null;
  if (usage === null) {
    const processor = numberAt(result?.score_components, 'cpu_seconds');
    return seconds === null && processor === null ? null : (
      <dl className="facts">
        {seconds !== null && <Fact name="Time">{seconds.toFixed(2)} s</Fact>}
        {processor !== null && <Fact name="CPU time">{processor.toFixed(2)} s</Fact>}
      </dl>
    );
  }
  const [wall, cpu, memory, prompt, completion, spend] = [
    'wall_ms',
    'cpu_ms',
    'peak_memory_bytes',
    'prompt_tokens',
    'completion_tokens',
    'spend_microdollars',
  ].map((key) => numberAt(usage, key));
  const calls = Object.entries(objectAt(usage, 'calls') ?? {}).filter(
    ([, count]) => typeof count === 'number' && count !== 0,
  );
  // Values that were not recorded are omitted: they are not 0.
  return (
    <dl className="facts attempt-usage">
      {wall != null && <Fact name="Time">{(wall / 1_000).toFixed(2)} s</Fact>}
      {cpu != null && <Fact name="CPU time">{(cpu / 1_000).toFixed(2)} s</Fact>}
      {memory != null && <Fact name="Peak memory">{(memory / 1024 ** 2).toFixed(1)} MiB</Fact>}
      {prompt != null && completion != null && (
        <Fact name="Tokens in + out">
          {prompt.toLocaleString('en')} + {completion.toLocaleString('en')}
        </Fact>
      )}
      {spend != null && (
        <Fact name="Spent on models">
          ${(spend / 1e6).toFixed(4)} {evidence?.attempt?.simulated === true && <Simulated what="models" />}
        </Fact>
      )}
      <Fact name="Calls">
        <HostileText text={calls.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'none'} limit={120} oneLine />
      </Fact>
      <Fact name="Models that answered">
        <HostileText text={modelsText(evidence)} limit={200} oneLine />{' '}
        {evidence?.attempt?.simulated === true && <Simulated what="models" />}
      </Fact>
      <Fact name="Sandbox">
        <HostileText text={textAt(objectAt(evidence?.attempt, 'sandbox'), 'driver') ?? 'unknown'} limit={40} oneLine />{' '}
        {textAt(objectAt(evidence?.attempt, 'sandbox'), 'isolation') === 'none' && (
          <Badge tone="warn">not isolated</Badge>
        )}
      </Fact>
    </dl>
  );
}
