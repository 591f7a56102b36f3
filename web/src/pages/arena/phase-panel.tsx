import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RaceCurrentWire } from '../../../../src/board/wire.ts';
import { phaseQuery } from '../../api/board-queries.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { describePhase, PHASES, thresholdText } from './describe-phase.ts';
import { NO_SUITE, type SuiteState } from './suite-state.ts';

const STEPS = { QUALIFYING: 'Qualifying', RACE: 'Race', RESULT: 'Result' } as const;

export function PhasePanel({ suite }: { readonly suite: SuiteState }) {
  const query = useQuery(phaseQuery());
  return (
    <Section title="Now">
      <QueryView query={query} what="the phase">
        {(current) =>
          suite === 'none' ? (
            <div className="state">
              <strong>Not open yet.</strong>
              <p>{NO_SUITE}</p>
            </div>
          ) : (
            <Phase current={current} />
          )
        }
      </QueryView>
    </Section>
  );
}

function Phase({ current }: { readonly current: RaceCurrentWire }) {
  const { title, description, wait } = describePhase(current);
  const { race, phase, next_window: window } = current;
  return (
    <>
      <ol className="phases">
        {PHASES.map((each) => (
          <li key={each} aria-current={each === phase ? 'step' : undefined}>
            {STEPS[each]}
          </li>
        ))}
      </ol>
      <h3>
        {race === null ? (
          title
        ) : (
          <Link to="/races/$raceId" params={{ raceId: race.race_id }}>
            {title}
          </Link>
        )}
      </h3>
      <p>{description}</p>
      {wait !== undefined && (
        <p className="big">
          <Countdown until={wait.until} label={wait.label} />
        </p>
      )}
      <dl className="facts">
        {race !== null && (
          <>
            <div>
              <dt>Qualifying score needed</dt>
              <dd>{thresholdText(race.qualifying_threshold)}</dd>
            </div>
            <div>
              <dt>{phase === 'QUALIFYING' ? 'Qualified so far' : 'Racers'}</dt>
              <dd>{race.qualifier_count}</dd>
            </div>
          </>
        )}
        <div>
          <dt>Submit before</dt>
          <dd>
            <Timestamp at={window.closes_at} />
          </dd>
        </div>
      </dl>
    </>
  );
}
