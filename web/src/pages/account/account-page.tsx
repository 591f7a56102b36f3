import { Link } from '@tanstack/react-router';
import { Address } from '../../parts/address.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Fact } from '../../parts/fact.tsx';
import { Page } from '../../parts/page.tsx';
import { Person } from '../../parts/person.tsx';
import { Section } from '../../parts/section.tsx';
import { SignOutButton } from '../../parts/sign-out-button.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { permissionLines, roleName } from '../../session/role-words.ts';
import type { Session } from '../../session/session.ts';
import { useSessionState } from '../../session/use-session.ts';
import { SignInPanel } from '../submit/sign-in-panel.tsx';
import '../submit/submit.css';
import { ProfileForm } from './profile-form.tsx';

export function AccountPage() {
  const session = useSessionState();
  if (session === 'unknown') {
    return (
      <Page title="Account">
        <p role="status">Checking your session…</p>
      </Page>
    );
  }
  if (session === undefined) {
    return (
      <Page
        title="Sign in"
        lead="Prove that a hotkey is yours. Everything that is public can be read without signing in."
      >
        <SignInPanel />
      </Page>
    );
  }
  return (
    <Page title="Account" lead="Who you are here and what you may do.">
      <SignedIn session={session} />
    </Page>
  );
}

function SignedIn({ session }: { readonly session: Session }) {
  const { hotkey, role, may, expiresAt } = session;
  return (
    <>
      <Section title="Signed in" note={<SignOutButton />}>
        <dl className="facts">
          <Fact name="Name">
            <Person hotkey={hotkey} as={role === 'validator' ? 'validator' : 'contestant'} />
          </Fact>
          <Fact name="Hotkey">
            <Address hotkey={hotkey} />
          </Fact>
          <Fact name="Role">
            <Badge tone="ours">{roleName(role)}</Badge>
          </Fact>
          {expiresAt !== null && (
            <Fact name="Session ends">
              <Timestamp at={new Date(expiresAt * 1_000).toISOString()} clock="real" />
            </Fact>
          )}
        </dl>
      </Section>
      {role !== null && <ProfileForm hotkey={hotkey} />}
      <Section title="What you may do" note="Checked by the arena with every request">
        <ul className="permissions">
          {permissionLines(may).map(({ permission, isAllowed, text }) => (
            <li key={permission}>
              <Badge tone={isAllowed ? 'good' : 'quiet'}>{isAllowed ? 'yes' : 'no'}</Badge> {text}{' '}
              {isAllowed && permission === 'submit' && <Link to="/submit">Submit</Link>}
              {isAllowed && permission === 'operate' && <Link to="/operator">Operator page</Link>}
            </li>
          ))}
        </ul>
      </Section>
      <p className="quiet">
        The key was used once and is not stored. The session is in a cookie that scripts cannot read.
      </p>
    </>
  );
}
