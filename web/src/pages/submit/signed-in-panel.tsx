import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MinerAgentsWire } from '../../../../src/board/wire.ts';
import { ownAgentsQuery } from '../../api/submit-queries.ts';
import { Address } from '../../parts/address.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Countdown } from '../../parts/countdown.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Score } from '../../parts/score.tsx';
import { Section } from '../../parts/section.tsx';
import { SignOutButton } from '../../parts/sign-out-button.tsx';
import { roleName } from '../../session/role-words.ts';
import type { Session } from '../../session/session.ts';

/** A list of more would push the file below the screen; the contestant's page has all. */
const MOST_SHOWN = 20;

export function SignedInPanel({ session }: { readonly session: Session }) {
  return (
    <Section title="Your key" note={<SignOutButton />}>
      <p role="status">
        Signed in as <Address hotkey={session.hotkey} /> <Badge tone="ours">{roleName(session.role)}</Badge>
      </p>
      {session.may.includes('submit') ? <OwnAgentsOf hotkey={session.hotkey} /> : <CannotSubmit />}
    </Section>
  );
}

function CannotSubmit() {
  return (
    <p>
      This hotkey cannot submit agents: it must be registered on the chain and not banned. Sign in with another one to
      submit. <Link to="/account">What this hotkey may do</Link>
    </p>
  );
}

function OwnAgentsOf({ hotkey }: { readonly hotkey: string }) {
  const query = useQuery(ownAgentsQuery(hotkey));
  return (
    <QueryView query={query} what="your agents">
      {(own) => <OwnAgents own={own} />}
    </QueryView>
  );
}

function OwnAgents({ own }: { readonly own: MinerAgentsWire }) {
  return (
    <>
      {own.can_submit ? (
        <p>You can submit an agent now.</p>
      ) : (
        <p>
          {own.cannot_submit_reason}{' '}
          {own.next_allowed_at !== null && (
            <Countdown until={own.next_allowed_at} label="The next submission is possible in" />
          )}
        </p>
      )}
      {own.agents.length > 0 && (
        <ul className="accounts">
          {own.agents.slice(0, MOST_SHOWN).map(({ agent_id, agent_name, latest_version: latest }) => (
            <li key={agent_id}>
              {latest === null ? (
                <HostileText text={agent_name} oneLine limit={100} />
              ) : (
                <Link to="/agents/$versionId" params={{ versionId: latest.agent_version_id }}>
                  <HostileText text={agent_name} oneLine limit={100} /> v{latest.version_number}
                </Link>
              )}
              {latest !== null && (
                <span>
                  <span className="quiet">{latest.state.toLowerCase()}</span> <Score value={latest.final_score} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
