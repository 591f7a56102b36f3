import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shortenMiddle } from '../../../src/text/shorten.ts';
import { profileQuery } from '../api/people-queries.ts';
import { roleName } from '../session/role-words.ts';
import type { Session } from '../session/session.ts';
import { useSessionState } from '../session/use-session.ts';
import { HostileText } from './hostile-text.tsx';

/** The signed-in hotkey, on every page. */
export function AccountLink() {
  const session = useSessionState();
  if (session === 'unknown') return <span className="account-link quiet">…</span>;
  return (
    <Link to="/account" className="account-link" {...(session !== undefined && { title: session.hotkey })}>
      {session === undefined ? 'Sign in' : <SignedIn session={session} />}
    </Link>
  );
}

function SignedIn({ session: { hotkey, role } }: { readonly session: Session }) {
  const { data } = useQuery(profileQuery(hotkey));
  return (
    <>
      <span className="hidden">Your account: </span>
      <span className="account-name">
        {data?.name == null ? shortenMiddle(hotkey, 4, 4) : <HostileText text={data.name} oneLine limit={24} />}
      </span>{' '}
      <span className="badge ours">{roleName(role)}</span>
    </>
  );
}
