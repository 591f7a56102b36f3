import { isJsonObject } from '../../../../src/json/json-object.ts';
import { HostileText } from '../../parts/hostile-text.tsx';

interface ArgumentListProps {
  readonly name: string;
  readonly given: unknown;
  /** Names of arguments to mark, because the compared call has other ones. */
  readonly differing?: ReadonlySet<string> | undefined;
}

const MOST = 20;

/** A call as it is usually written: the name, and each argument with its value. */
export function ArgumentList({ name, given, differing }: ArgumentListProps) {
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
          <Value value={value} isMarked={differing?.has(key) === true} />
        </span>
      ))}
      {!isNamed && <HostileText text={JSON.stringify(given) ?? ''} limit={600} />}
    </div>
  );
}

function Value({ value, isMarked }: { readonly value: unknown; readonly isMarked: boolean }) {
  const text = <HostileText text={typeof value === 'string' ? value : (JSON.stringify(value) ?? '')} limit={600} />;
  if (!isMarked) return text;
  return (
    <mark>
      {text}
      <span className="hidden"> (different)</span>
    </mark>
  );
}
