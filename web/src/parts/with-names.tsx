import { Fragment } from 'react';
import { HostileText } from './hostile-text.tsx';
import { PersonName } from './person.tsx';
import { utcText } from './utc-text.ts';

interface WithNamesProps {
  readonly text: string;
  readonly limit: number;
  readonly oneLine?: boolean;
}

const HOTKEY = /\b(5[1-9A-HJ-NP-Za-km-z]{46,47})\b/;

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z\b/g;

/** Text in which hotkeys are replaced by their owners' names, or shortened, and times are written as on every page. */
export function WithNames({ text, limit, oneLine = false }: WithNamesProps) {
  // With a capture group, every second part is a match.
  const dated = text.replaceAll(TIME, (time) => utcText(time));
  return dated.split(HOTKEY).map((part, place) => {
    const key = `${place} ${part}`;
    if (place % 2 === 1) return <PersonName key={key} hotkey={part} />;
    return part === '' ? null : (
      <Fragment key={key}>
        <HostileText text={part} limit={limit} oneLine={oneLine} />
      </Fragment>
    );
  });
}
