import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shortenMiddle } from '../../../src/text/shorten.ts';
import { profileQuery } from '../api/people-queries.ts';
import { HostileText } from './hostile-text.tsx';

interface PersonProps {
  readonly hotkey: string;
  /** If already loaded; `null` for a hotkey without a name. */
  readonly name?: string | null | undefined;
  readonly as?: 'contestant' | 'validator';
}

const LONGEST_NAME = 40;

/** Link to the page of a contestant or validator, by chosen name or else by hotkey. */
export function Person({ hotkey, name, as = 'contestant' }: PersonProps) {
  return (
    <Link
      to={as === 'contestant' ? '/contestants/$hotkey' : '/validators/$hotkey'}
      params={{ hotkey }}
      className="person"
      title={hotkey}
    >
      {name === undefined ? <PersonName hotkey={hotkey} /> : <Name hotkey={hotkey} name={name} />}
    </Link>
  );
}

/** Only the name, for use in a sentence. */
export function PersonName({ hotkey }: { readonly hotkey: string }) {
  const { data } = useQuery(profileQuery(hotkey));
  return <Name hotkey={hotkey} name={data?.name ?? null} />;
}

/** Shows the end of the key beside the name: a name can be released and taken by another hotkey. */
function Name({ hotkey, name }: { readonly hotkey: string; readonly name: string | null }) {
  if (name === null) return <span className="address">{shortenMiddle(hotkey, 6, 6)}</span>;
  return (
    <>
      <HostileText text={name} oneLine limit={LONGEST_NAME} />{' '}
      <span className="address key-end">…{hotkey.slice(-4)}</span>
    </>
  );
}
