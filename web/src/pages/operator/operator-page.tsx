import { useState } from 'react';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { roleName } from '../../session/role-words.ts';
import type { Session } from '../../session/session.ts';
import { useSessionState } from '../../session/use-session.ts';
import { SignInPanel } from '../submit/sign-in-panel.tsx';
import { ActionDialog, type ChosenAction } from './action-dialog.tsx';
import { ActionList } from './action-list.tsx';
import { AlarmPanel } from './alarm-panel.tsx';
import { BankPanel } from './bank-panel.tsx';
import { FaultPanel } from './fault-panel.tsx';
import { LeasePanel } from './lease-panel.tsx';
import { OperatorQueue } from './operator-queue.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { ValidatorPanel } from './validator-panel.tsx';
import './operator.css';

/** The arena checks permissions on every request; the page only reports the result. */
export function OperatorPage() {
  const session = useSessionState();
  if (session === 'unknown') {
    return (
      <Page title="Operator">
        <p role="status">Checking your session…</p>
      </Page>
    );
  }
  if (session?.may.includes('operate') !== true) return <NotAllowed session={session} />;
  return <Operator />;
}

function NotAllowed({ session }: { readonly session: Session | undefined }) {
  return (
    <Page title="Operator" lead="The state of the arena and what an operator can do about it.">
      <Section title="This page is for operators">
        <p>
          {session === undefined
            ? 'You are not signed in.'
            : `You are signed in as ${roleName(session.role)}, and this hotkey may not operate the arena.`}{' '}
          Operators are the hotkeys listed under <code>admins</code> in <code>arena.json</code>. The arena refuses
          everyone else.
        </p>
      </Section>
      {session === undefined && <SignInPanel />}
    </Page>
  );
}

function Operator() {
  const [chosen, setChosen] = useState<ChosenAction>();
  return (
    <Page title="Operator" lead="The state of the arena and what you can do about it. All times are arena time.">
      <AlarmPanel choose={setChosen} />
      <div className="columns">
        <OperatorQueue choose={setChosen} />
        <BankPanel choose={setChosen} />
      </div>
      <LeasePanel choose={setChosen} />
      <ValidatorPanel choose={setChosen} />
      <ReviewPanel choose={setChosen} />
      <FaultPanel choose={setChosen} />
      <ActionList choose={setChosen} />
      {chosen !== undefined && (
        <ActionDialog key={chosen.act.command} chosen={chosen} close={() => setChosen(undefined)} />
      )}
    </Page>
  );
}
