import type { UseQueryResult } from '@tanstack/react-query';
import type { AgentCheckWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { type Cooldown, costText } from './cost-text.ts';
import { FindingList } from './finding-list.tsx';

interface CheckPanelProps {
  /** Whether the arena checks files of this caller. */
  readonly maySubmit: boolean;
  readonly cooldown: Cooldown | undefined;
  readonly query: UseQueryResult<AgentCheckWire>;
  readonly lines: readonly string[];
}

/** Results of the arena's static check. The file is not run. */
export function CheckPanel({ maySubmit, cooldown, query, lines }: CheckPanelProps) {
  return (
    <Section title="Check results" note="The file is not run, and the check costs nothing.">
      {maySubmit ? (
        <QueryView query={query} what="the check results">
          {(check) => <Check check={check} cooldown={cooldown} lines={lines} />}
        </QueryView>
      ) : (
        <div className="state">
          The arena checks files only for registered hotkeys. Sign in with one to see the check results.
        </div>
      )}
    </Section>
  );
}

interface CheckProps {
  readonly check: AgentCheckWire;
  readonly cooldown: Cooldown | undefined;
  readonly lines: readonly string[];
}

function Check({ check, cooldown, lines }: CheckProps) {
  const { verdict, violations, omitted, would_cost: cost } = check;
  const isAccepted = verdict === 'accepted';
  return (
    <div aria-live="polite">
      <p>
        <Badge tone={isAccepted ? 'good' : 'bad'}>{verdict}</Badge>{' '}
        {isAccepted ? 'The arena would accept this file.' : 'The arena would reject this file.'} Cooldown after
        submitting: {costText(cost, cooldown)}.{violations.length === 0 && ' There is nothing to fix.'}
      </p>
      <FindingList findings={violations} omitted={omitted} lines={lines} />
    </div>
  );
}
