import { useQuery } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef } from 'react';
import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { ATTEMPT_VIEWS, type AttemptView } from '../../attempt-search.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { SectionGuard } from '../../parts/section-guard.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { type AttemptFiles as Files, filesQuery } from './attempt-queries.ts';
import { buildRows, type Row } from './build-rows.ts';
import type { ClaimedStep } from './claimed-step.ts';
import { CorpusPanel } from './corpus-panel.tsx';
import { GatesPanel } from './gates-panel.tsx';
import { MissingLogNote } from './missing-log.tsx';
import { ProblemPanel } from './problem-panel.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';
import { ResultPanel } from './result-panel.tsx';
import { ScoresPanel } from './scores-panel.tsx';
import { Trajectory, type TrajectoryHandle } from './trajectory.tsx';
import { useAttemptSearch } from './use-attempt-search.ts';
import { WhyPanel } from './why-panel.tsx';

const VIEW_TITLES: Readonly<Record<AttemptView, string>> = {
  conversation: 'Conversation',
  claimed: 'Claimed vs. recorded',
};

const NO_STEPS: readonly ClaimedStep[] = [];

/** The attempt with its uploaded files. Each part shows as much as is available. */
export function AttemptFiles({ attempt }: { readonly attempt: AttemptPageWire }) {
  const files = useQuery(filesQuery(attempt));
  const trajectory = useRef<TrajectoryHandle>(null);
  const read = files.data?.evidence?.ok === true ? files.data.evidence.value : null;
  const told = files.data?.dialogue?.ok === true ? files.data.dialogue.value : NO_STEPS;
  const rows = useMemo(() => buildRows(told, read?.calls ?? null), [told, read]);
  return (
    <>
      <SectionGuard>
        <WhyPanel attempt={attempt} evidence={read} rows={rows} onShow={(row) => trajectory.current?.showRow(row)} />
      </SectionGuard>
      <div className="columns">
        <SectionGuard>
          <ProblemPanel attempt={attempt} />
        </SectionGuard>
        <SectionGuard>
          <ResultPanel attempt={attempt} evidence={read} />
        </SectionGuard>
      </div>
      <div className="columns">
        <SectionGuard>
          <ScoresPanel attempt={attempt} evidence={read} />
        </SectionGuard>
        <SectionGuard>
          <GatesPanel
            evidence={read}
            isLoading={files.isPending}
            onShow={(quote) => trajectory.current?.showQuote(quote)}
          />
        </SectionGuard>
      </div>
      <div className="columns">
        <SectionGuard>
          <ReceiptPanel
            attempt={attempt}
            evidence={read}
            isLoading={files.isPending}
            dialogue={files.data?.dialogue?.ok === true ? files.data.dialogue.bytes : null}
          />
        </SectionGuard>
        <SectionGuard>
          <CorpusPanel attempt={attempt} />
        </SectionGuard>
      </div>
      <Section
        title="Step by step"
        note="What the gateway recorded, which the agent cannot change, and what the agent claims"
      >
        {attempt.evidence.missing !== null && <MissingLogNote what="evidence" missing={attempt.evidence.missing} />}
        {attempt.dialogue.missing !== null && attempt.dialogue.missing !== attempt.evidence.missing && (
          <MissingLogNote what="dialogue" missing={attempt.dialogue.missing} />
        )}
        <QueryView query={files} what="the files of this attempt">
          {({ dialogue, evidence }) => <Steps said={dialogue} recorded={evidence} rows={rows} handle={trajectory} />}
        </QueryView>
      </Section>
    </>
  );
}

interface StepsProps {
  readonly said: Files['dialogue'];
  readonly recorded: Files['evidence'];
  readonly rows: readonly Row[];
  readonly handle: RefObject<TrajectoryHandle | null>;
}

function Steps({ said, recorded, rows, handle }: StepsProps) {
  const [search, onSearch] = useAttemptSearch();
  const evidence = recorded?.ok === true ? recorded.value : null;
  return (
    <>
      {said?.ok === false && <Unreadable what="The dialogue" reason={said.reason} />}
      {recorded?.ok === false && <Unreadable what="The evidence" reason={recorded.reason} />}
      {evidence !== null && evidence.calls === null && (
        <div className="state">
          <strong>The recorded calls are not available.</strong>
          The file does not contain them; the record has only their hash.
        </div>
      )}
      {rows.length > 0 && (
        <Tabs
          label="View"
          shown={search.view ?? 'conversation'}
          onChoose={(id) => onSearch({ view: ATTEMPT_VIEWS.find((view) => view === id)! })}
          tabs={ATTEMPT_VIEWS.map((view) => ({
            id: view,
            title: VIEW_TITLES[view],
            content: (
              <Trajectory
                key={view}
                rows={rows}
                quotes={evidence?.judgement?.quotes ?? []}
                view={view}
                handle={handle}
                search={search}
                onSearch={onSearch}
              />
            ),
          }))}
        />
      )}
      {rows.length === 0 && (said !== null || recorded !== null) && (
        <div className="state">No steps: the agent reported none, and no call was recorded.</div>
      )}
    </>
  );
}

function Unreadable({ what, reason }: { readonly what: string; readonly reason: string }) {
  return (
    <div className="state failed" role="alert">
      <strong>{what} cannot be shown.</strong>
      <HostileText text={reason} limit={400} oneLine />
    </div>
  );
}
