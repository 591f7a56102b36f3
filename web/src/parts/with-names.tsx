import { Fragment } from 'react';
import { HostileText } from './hostile-text.tsx';
import { PersonName } from './person.tsx';

interface WithNamesProps {
  readonly text: string;
  readonly limit: number;
  readonly oneLine?: boolean;
}

const HOTKEY = /\b(5[1-9A-HJ-NP-Za-km-z]{46,47})\b/;

/** Text in which hotkeys are replaced by their owners' names, or shortened. */
export function WithNames({ text, limit, oneLine = false }: WithNamesProps) {
  // With a capture group, every second part is a match.
  return text.split(HOTKEY).map((part, place) => {
    const key = `${place} ${part}`;
    if (place % 2 === 1) return <PersonName key={key} hotkey={part} />;
    return part === '' ? null : (
      <Fragment key={key}>
        <HostileText text={part} limit={limit} oneLine={oneLine} />
      </Fragment>
    );
  });
}
