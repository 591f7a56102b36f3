import type { UseQueryResult } from '@tanstack/react-query';
import type { AgentCheckWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { FindingList } from './finding-list.tsx';

interface CheckPanelProps {
  readonly isSignedIn: boolean;
  readonly query: UseQueryResult<AgentCheckWire>;
  readonly lines: readonly string[];
}

/** Results of the arena's static check. The file is not run. */
export function CheckPanel({ isSignedIn, query, lines }: CheckPanelProps) {
  return (
    <Section title="Check results" note="The file is not run, and the check costs nothing.">
      {isSignedIn ? (
        <QueryView query={query} what="the check results">
          {(check) => <Check check={check} lines={lines} />}
        </QueryView>
      ) : (
        <div className="state">
          The arena checks files only for registered hotkeys. Sign in to see the check results.
        </div>
      )}
    </Section>
  );
}

function Check({ check, lines }: { readonly check: AgentCheckWire; readonly lines: readonly string[] }) {
  const { verdict, violations, omitted, would_cost: cost } = check;
  const isAccepted = verdict === 'accepted';
  return (
    <div aria-live="polite">
      <p>
        <Badge tone={isAccepted ? 'good' : 'bad'}>{verdict}</Badge>{' '}
        {isAccepted ? 'The arena would accept this file.' : 'The arena would reject this file.'} Cooldown after
        submitting: {COSTS[cost]}.{violations.length === 0 && ' There is nothing to fix.'}
      </p>
      <FindingList findings={violations} omitted={omitted} lines={lines} />
    </div>
  );
}

const COSTS = {
  nothing: 'none',
  'reduced cooldown': 'short',
  'full cooldown': 'full',
} as const;
