import { isJsonObject } from '../../../../src/json/json-object.ts';
import { HostileText } from '../../parts/hostile-text.tsx';

interface ArgumentListProps {
  readonly name: string;
  readonly given: unknown;
}

const MOST = 20;

/** A call as it is usually written: the name, and each argument with its value. */
export function ArgumentList({ name, given }: ArgumentListProps) {
  const isNamed = isJsonObject(given);
  const named = isNamed ? Object.entries(given).slice(0, MOST) : [];
  return (
    <div className="attempt-call">
      <code>
        <HostileText text={name} limit={80} oneLine />
      </code>
      {named.map(([key, value], place) => (
        <span className="attempt-argument" key={place}>
          <span className="quiet">
            <HostileText text={key} limit={40} oneLine />
          </span>{' '}
          <HostileText text={typeof value === 'string' ? value : (JSON.stringify(value) ?? '')} limit={600} />
        </span>
      ))}
      {!isNamed && <HostileText text={JSON.stringify(given) ?? ''} limit={600} />}
    </div>
  );
}
