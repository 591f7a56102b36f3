import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { forCount } from '../../../../src/text/counted.ts';
import { versionStatusQuery } from '../../api/versions-queries.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { Simulated } from '../../parts/simulated.tsx';
import type { Action, ActionContext, ActionValues } from './action.ts';

interface SubjectProps {
  readonly act: Action;
  readonly values: ActionValues;
  readonly context: ActionContext;
}

/** What an action applies to: its name and its full key or id. */
export function Subject({ act, values, context }: SubjectProps) {
  const field = act.fields[0];
  const value = field === undefined ? undefined : values[field.name];
  if (act.unavailable !== undefined && context.race !== undefined) {
    const { number, state, racers } = context.race;
    return (
      <p>
        <strong>Subject:</strong> race {number}, {state.replaceAll('_', ' ')}, {racers} {forCount(racers, 'racer')}
      </p>
    );
  }
  if (field === undefined || value === undefined) return null;
  switch (field.kind) {
    case 'contestant':
    case 'validator':
    case 'hotkey':
      return (
        <p>
          <strong>Subject:</strong>{' '}
          <Person hotkey={value} as={field.kind === 'validator' ? 'validator' : 'contestant'} />{' '}
          {act.fields.some(({ name }) => name === 'tao') && <Simulated what="money" />}
          <br />
          <code className="act-id">{value}</code>
        </p>
      );
    case 'version':
      return <Version versionId={value} />;
    case 'run':
    case 'suite':
    case 'setting':
    case 'problems':
      return (
        <p>
          <strong>Subject:</strong> {field.kind === 'problems' ? '' : `${field.kind} `}
          <code className="act-id">{value}</code>
        </p>
      );
    default:
      return null;
  }
}

function Version({ versionId }: { readonly versionId: string }) {
  const { data, isError } = useQuery(versionStatusQuery(versionId));
  return (
    <p>
      <strong>Subject:</strong>{' '}
      {data === undefined ? (
        <span role="status">{isError ? 'there is no version with this id' : 'loading its name'}</span>
      ) : (
        <>
          <Link to="/agents/$versionId" params={{ versionId }}>
            <HostileText text={data.agent_name} oneLine limit={60} /> v{data.version_number}
          </Link>{' '}
          of <Person hotkey={data.miner_hotkey} />
        </>
      )}
      <br />
      <code className="act-id">{versionId}</code>
    </p>
  );
}
