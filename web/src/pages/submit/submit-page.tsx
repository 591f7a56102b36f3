import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { arenaQuery } from '../../api/board-queries.ts';
import { type AgentFile, checkQuery } from '../../api/submit-queries.ts';
import { NoticePanel } from '../../notices/notice-panel.tsx';
import { Page } from '../../parts/page.tsx';
import { WaitingPanel } from '../../parts/waiting-panel.tsx';
import { useSession } from '../../session/use-session.ts';
import { AgentFilePanel } from './agent-file-panel.tsx';
import { CheckPanel } from './check-panel.tsx';
import { FollowPanel, LatestSubmission } from './follow-panel.tsx';
import { inspectFile } from './inspect-file.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { SignedInPanel } from './signed-in-panel.tsx';
import { SubmitPanel } from './submit-panel.tsx';
import './submit.css';
import '../arena/arena.css';

interface ChosenFile extends AgentFile {
  /** Distinguishes one choice of a file from the next, even if the same file was saved again. */
  readonly choice: number;
}

const NO_FILE: ChosenFile = { name: '', bytes: new Uint8Array(), choice: 0 };

export function SubmitPage() {
  const session = useSession();
  const { data: arena } = useQuery(arenaQuery());
  const [file, setFile] = useState<ChosenFile>();
  const [versionId, setVersionId] = useState<string>();
  const look = useMemo(() => (file === undefined ? undefined : inspectFile(file.bytes)), [file]);
  const lines = look?.lines ?? [];
  const maySubmit = session?.may.includes('submit') === true;
  const cooldown = arena?.cooldown_seconds;
  const check = useQuery({
    ...checkQuery(session?.hotkey ?? '', file ?? NO_FILE, `${file?.choice}`),
    enabled: maySubmit && file !== undefined,
  });
  return (
    <Page title="Submit" lead="Choose one Python file, check it, sign in with your hotkey, submit it and watch it run.">
      {arena !== undefined && <WaitingPanel arena={arena} />}
      {session === undefined ? <SignInPanel /> : <SignedInPanel session={session} />}
      {session !== undefined && maySubmit && versionId === undefined && <LatestSubmission hotkey={session.hotkey} />}
      <AgentFilePanel
        file={file}
        look={look}
        choose={(next) => setFile((before) => ({ ...next, choice: (before?.choice ?? 0) + 1 }))}
      />
      {file !== undefined && <CheckPanel maySubmit={maySubmit} cooldown={cooldown} query={check} lines={lines} />}
      {session !== undefined && maySubmit && file !== undefined && (
        <SubmitPanel
          key={file.name}
          session={session}
          cooldown={cooldown}
          file={file}
          lines={lines}
          accepted={setVersionId}
        />
      )}
      {session !== undefined && <NoticePanel />}
      {session !== undefined && versionId !== undefined && <FollowPanel versionId={versionId} lines={lines} />}
    </Page>
  );
}
