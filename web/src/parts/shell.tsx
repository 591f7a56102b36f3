import { Link, Outlet } from '@tanstack/react-router';
import { useLiveState } from '../live/live-provider.tsx';
import { useSession } from '../session/use-session.ts';
import { AccountLink } from './account-link.tsx';
import { ClockLine } from './clock-line.tsx';
import { Footer } from './footer.tsx';
import { HostileText } from './hostile-text.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useArenaName } from './use-arena-name.ts';

const ROOMS = [
  ['/', 'Arena'],
  ['/races', 'Races'],
  ['/chain', 'Chain'],
  ['/ledger', 'Ledger'],
  ['/corpus', 'Corpus'],
  ['/training', 'Training'],
  ['/submit', 'Submit'],
] as const;

const LIVE = { live: 'live', connecting: 'connecting', offline: 'offline' } as const;

export function Shell() {
  const state = useLiveState();
  const arenaName = useArenaName();
  const isOperator = useSession()?.may.includes('operate') === true;
  return (
    <>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="masthead">
        <div className="masthead-row">
          <Link to="/" className="brand">
            Assay
          </Link>
          {arenaName !== undefined && (
            <span className="arena-name">
              <HostileText text={arenaName} oneLine limit={60} />
            </span>
          )}
          <nav aria-label="Pages">
            <ul>
              {ROOMS.map(([to, name]) => (
                <li key={to}>
                  <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                    {name}
                  </Link>
                </li>
              ))}
              {isOperator && (
                <li>
                  <Link to="/operator">Operator</Link>
                </li>
              )}
            </ul>
          </nav>
          <div className="masthead-end">
            <span className="live-mark" data-state={state} role="status">
              {LIVE[state]}
            </span>
            <ThemeSwitch />
            <AccountLink />
          </div>
        </div>
        <ClockLine />
      </header>
      <main id="content">
        <Outlet />
      </main>
      <Footer />
    </>
  );
}
