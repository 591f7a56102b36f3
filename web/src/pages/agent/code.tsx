import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VersionStatusWire } from '../../../../src/board/wire.ts';
import { codeAddress } from '../../api/versions-queries.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useSession } from '../../session/use-session.ts';
import { codeQuery } from './code-query.ts';
import { codeState, type SealedCode } from './code-state.ts';

/** Limits the lines rendered at first: rendering all lines of a long file is slow. */
const FIRST_LINES = 400;
const LONGEST_LINE = 2_000;

/** The code of a version, or why it cannot be read and until when. */
export function Code({ status }: { readonly status: VersionStatusWire }) {
  const session = useSession();
  const state = codeState(status, session?.hotkey);
  if (state.kind === 'released') return <Released status={status} viewer={session?.hotkey} />;
  if (state.kind !== 'own') return <Sealed state={state} />;
  return (
    <>
      <Sealed state={state.sealed} />
      <p>You are signed in as its contestant, so you can read it. Others cannot.</p>
      <Source versionId={status.agent_version_id} viewer={session?.hotkey} />
    </>
  );
}

function Sealed({ state }: { readonly state: SealedCode }) {
  switch (state.kind) {
    case 'embargo':
      return (
        <div className="state">
          <strong>Under embargo</strong>
          <Countdown until={state.until} label="This version won. Time until its code is public:" />
        </div>
      );
    case 'held back':
      return (
        <div className="state">
          <strong>Withheld</strong>
          This version won, and its code was due <Timestamp at={state.since} />. It has since been removed, and its code
          stays private as long as it is.
        </div>
      );
    case 'never won':
      return (
        <div className="state">
          <strong>Not public</strong>
          Only a winner’s code is released, on the next weekday after its win. The code of a version that has not won
          stays private.
        </div>
      );
  }
}

interface ReleasedProps {
  readonly status: VersionStatusWire;
  readonly viewer: string | undefined;
}

function Released({ status, viewer }: ReleasedProps) {
  return (
    <>
      <p>
        {status.code_available_at !== null && (
          <>
            Public since <Timestamp at={status.code_available_at} />.{' '}
          </>
        )}
        <a href={codeAddress(status.agent_version_id)} download>
          Download the file
        </a>
      </p>
      <Source versionId={status.agent_version_id} viewer={viewer} />
    </>
  );
}

function Source({ versionId, viewer }: { readonly versionId: string; readonly viewer: string | undefined }) {
  const query = useQuery(codeQuery(versionId, viewer));
  const [whole, setWhole] = useState(false);
  return (
    <QueryView query={query} what="the code">
      {(code) => {
        const lines = code.replace(/\n$/, '').split('\n');
        const shown = whole ? lines : lines.slice(0, FIRST_LINES);
        return (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse */}
            <section className="agent-code" tabIndex={0} aria-label="The code of this version">
              <pre>
                {shown.map((line, number) => (
                  <span key={`${number} ${line.length}`} className="agent-line">
                    <HostileText text={line} limit={LONGEST_LINE} />
                    {'\n'}
                  </span>
                ))}
              </pre>
            </section>
            {shown.length < lines.length && (
              <button type="button" onClick={() => setWhole(true)}>
                Show all {lines.length} lines
              </button>
            )}
          </>
        );
      }}
    </QueryView>
  );
}
