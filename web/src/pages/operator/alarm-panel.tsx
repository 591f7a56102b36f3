import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StuckWire } from '../../../../src/board/wire.ts';
import { ArenaError } from '../../api/arena-error.ts';
import { bankQuery, healthQuery, stopsQuery, stuckQuery } from '../../api/operator-queries.ts';
import { raceAlarmQuery } from '../../api/races-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { WithNames } from '../../parts/with-names.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { actionOf } from './actions.ts';
import { RemedyText } from './remedy-text.tsx';

/** Many alarms of one kind usually have one cause. */
const MOST_SHOWN = 20;

/** Everything that needs attention: stops, stuck work, failures, low resources. */
export function AlarmPanel({ choose }: { readonly choose: ChooseAction }) {
  const stuck = useQuery(stuckQuery());
  const { data: stops } = useQuery(stopsQuery());
  const { data: bank } = useQuery(bankQuery());
  const { data: race } = useQuery(raceAlarmQuery());
  const health = useQuery(healthQuery());
  const others = [
    ...(health.error === null ? [] : [{ what: 'health', text: wordsOf(health.error) }]),
    ...(bank?.warnings ?? []).map((text) => ({ what: 'bank', text })),
    ...(race?.state === 'scripted ahead' || race?.state === 'judge decided'
      ? [{ what: 'races', text: `${race.sentence} \`assay admin race inspect\` shows the runs and scores of a race.` }]
      : []),
  ];
  return (
    <Section title="Alarms" note={stops !== undefined && <StopButtons stops={stops} choose={choose} />}>
      <QueryView query={stuck} what="the alarms">
        {({ stuck: lines }) => (
          <>
            {lines.length + others.length === 0 && (
              <p role="status">
                <Badge tone="good">none</Badge> Nothing is stopped, stuck or running low.
              </p>
            )}
            <ul className="alarms">
              {others.map(({ what, text }) => (
                <Alarm key={`${what} ${text}`} what={what} tone="bad">
                  <RemedyText text={text} choose={choose} />
                </Alarm>
              ))}
              {lines.slice(0, MOST_SHOWN).map((line) => (
                <StuckAlarm key={`${line.kind} ${line.id}`} line={line} choose={choose} />
              ))}
            </ul>
            {lines.length > MOST_SHOWN && (
              <p className="quiet">
                And {lines.length - MOST_SHOWN} more: <RemedyText text="`assay admin stuck`" choose={choose} /> lists
                all.
              </p>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface AlarmProps {
  readonly what: string;
  readonly tone: 'bad' | 'warn';
  readonly children: ReactNode;
}

function Alarm({ what, tone, children }: AlarmProps) {
  return (
    <li>
      <Badge tone={tone}>{what}</Badge> <span>{children}</span>
    </li>
  );
}

interface StuckAlarmProps {
  readonly line: StuckWire['stuck'][number];
  readonly choose: ChooseAction;
}

function StuckAlarm({ line: { kind, id, since, why, action }, choose }: StuckAlarmProps) {
  return (
    <Alarm what={kind} tone={kind === 'arena' || kind === 'race' ? 'bad' : 'warn'}>
      {kind === 'validator' && (
        <>
          <Person hotkey={id} as="validator" />:{' '}
        </>
      )}
      <WithNames text={why} limit={400} />
      {since !== null && (
        <span className="quiet">
          {' '}
          (<Timestamp at={since} />)
        </span>
      )}{' '}
      <span className="quiet">
        <RemedyText text={action} choose={choose} />
      </span>
    </Alarm>
  );
}

interface StopButtonsProps {
  readonly stops: { readonly claims: { readonly active: boolean }; readonly submissions: { readonly active: boolean } };
  readonly choose: ChooseAction;
}

function StopButtons({ stops, choose }: StopButtonsProps) {
  return (
    <span className="buttons">
      {(['claims', 'submissions'] as const).map((what) => {
        const act = actionOf(`${stops[what].active ? 'release' : 'stop'} ${what}`);
        return (
          <button key={what} type="button" onClick={() => choose({ act })}>
            {act.title}
          </button>
        );
      })}
    </span>
  );
}

function wordsOf(error: Error): string {
  const remedy = error instanceof ArenaError ? error.remedy : undefined;
  return remedy === undefined ? error.message : `${error.message} ${remedy}`;
}
