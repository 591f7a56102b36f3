import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TopWire } from '../../../../src/board/wire.ts';
import { payoutQuery, topQuery } from '../../api/board-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Score } from '../../parts/score.tsx';
import { Section } from '../../parts/section.tsx';
import { SimulatedHere } from '../../parts/simulated.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { EmissionCurve } from './emission-curve.tsx';
import { percentText } from './emission-schedule.ts';
import type { SuiteState } from './suite-state.ts';

export function TopPanel({ suite }: { readonly suite: SuiteState }) {
  const query = useQuery({ ...topQuery(), enabled: suite === 'active' });
  return (
    <Section title="Champion">
      {suite === 'none' ? (
        <div className="state">
          <strong>No champion yet.</strong>
          <p>The first race decides the first champion. Until then the contestants’ half of the emission is burned.</p>
        </div>
      ) : (
        <QueryView
          query={query}
          what="the champion"
          isEmpty={({ top_agent_version_id }) => top_agent_version_id === null}
          empty={
            <>
              <strong>No champion yet.</strong>
              <p>
                The first race decides the first champion. Until then the contestants’ half of the emission is burned.
                Any scored version qualifies: <Link to="/submit">submit an agent</Link>.
              </p>
            </>
          }
        >
          {(top) => <Top top={top} />}
        </QueryView>
      )}
    </Section>
  );
}

function Top({ top }: { readonly top: TopWire }) {
  const { top_agent_version_id: versionId, top_miner_hotkey: hotkey, policy } = top;
  const { data: payout } = useQuery(payoutQuery());
  return (
    <>
      <p className="big">
        <Link to="/agents/$versionId" params={{ versionId: versionId! }}>
          <HostileText text={payout?.agent_name ?? 'The champion'} oneLine limit={100} />
        </Link>{' '}
        <Badge tone="ours">champion</Badge>
      </p>
      <dl className="facts">
        <div>
          <dt>Contestant</dt>
          <dd>
            <Person hotkey={hotkey!} />
          </dd>
        </div>
        <div>
          <dt>Score in its race</dt>
          <dd>
            <Score value={top.top_score} />
          </dd>
        </div>
        <div>
          <dt>Race score to beat it</dt>
          <dd>{top.challenge_threshold === null ? '–' : `${top.challenge_threshold.toFixed(4)} or more`}</dd>
        </div>
        <div>
          <dt>Share of the contestants’ half</dt>
          <dd>{top.emission_weight === null ? '–' : percentText(top.emission_weight)}</dd>
        </div>
        {payout?.tao_per_day != null && (
          <div>
            <dt>Paid per day</dt>
            <dd>
              {payout.tao_per_day.toFixed(1)} TAO <SimulatedHere what="money" />
            </dd>
          </div>
        )}
        {policy !== null && (
          <div>
            <dt>Champion since</dt>
            <dd>
              <Timestamp at={policy.crowned_at} />
            </dd>
          </div>
        )}
      </dl>
      {policy !== null && <EmissionCurve terms={policy} today={policy.days_as_top} />}
    </>
  );
}
