import { Fragment, type ReactNode, useState } from 'react';

interface TruncatedListProps<T> {
  readonly items: readonly T[];
  /** Plural noun, such as "calls". */
  readonly what: string;
  readonly children: (item: T, place: number) => ReactNode;
}

const FIRST = 20;
const AT_ONCE = 100;
const MOST = 1_000;

/** A list of untrusted length: shows the beginning, more on request, up to a limit. */
export function TruncatedList<T>({ items, what, children }: TruncatedListProps<T>) {
  const [wanted, setWanted] = useState(FIRST);
  const most = Math.min(items.length, MOST);
  const next = Math.min(AT_ONCE, most - wanted);
  return (
    <>
      {items.slice(0, wanted).map((item, place) => (
        <Fragment key={place}>{children(item, place)}</Fragment>
      ))}
      {items.length > wanted && (
        <p className="quiet">
          {(items.length - wanted).toLocaleString('en')} more {what}
          {next > 0 ? '. ' : ' are in the file and not shown here.'}
          {next > 0 && (
            <button type="button" className="plain" onClick={() => setWanted(wanted + next)}>
              Show the next {next} {what}
            </button>
          )}
        </p>
      )}
    </>
  );
}
