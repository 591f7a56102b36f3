import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RaceDetailWire } from '../../../../src/board/wire.ts';
import { raceQuery } from '../../api/races-queries.ts';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { RaceAlarmLine } from '../../parts/race-alarm.tsx';
import { Section } from '../../parts/section.tsx';
import { HiddenDraw } from './hidden-draw.tsx';
import { JudgeSwitch } from './judge-switch.tsx';
import { MoreRacers } from './more-racers.tsx';
import { Progress } from './progress.tsx';
import { Qualifiers } from './qualifiers.tsx';
import { RaceBadge } from './race-badge.tsx';
import { Results } from './results.tsx';
import { Timeline } from './timeline.tsx';
import { Variance } from './variance.tsx';
import './race.css';

export function RacePage() {
  const { raceId = '' } = useParams({ strict: false });
  const query = useInfiniteQuery(raceQuery(raceId));
  const race = query.data?.pages[0]?.race;
  return (
    <Page
      title={race === undefined ? 'Race' : `Race ${race.race_number}`}
      lead={race === undefined ? undefined : <RaceBadge state={race.state} />}
    >
      <QueryView query={query} what="a race">
        {({ pages }) => {
          const qualifiers = pages.flatMap((page) => page.qualifiers);
          const detail = { ...pages[0]!, qualifiers };
          return (
            <RaceSections {...detail}>
              <MoreRacers shown={qualifiers.length} total={detail.race.qualifier_count} query={query} />
            </RaceSections>
          );
        }}
      </QueryView>
    </Page>
  );
}

function RaceSections({ race, qualifiers, result, draw, children }: RaceDetailWire & { readonly children: ReactNode }) {
  const arePublic = race.status === 'RACE_COMPLETE';
  const isUnderWay = race.status === 'RACE_RUNNING';
  return (
    <div className="race-page">
      <RaceAlarmLine />
      <Section title="Progress">
        <Timeline race={race} />
        {isUnderWay && <Progress race={race} />}
        {race.reason !== null && (
          <p>
            No champion was decided: <HostileText text={race.reason} limit={500} />
          </p>
        )}
      </Section>
      {arePublic && (
        <Section title="Results" hasResults>
          <Results race={race} qualifiers={qualifiers} result={result} />
          {children}
        </Section>
      )}
      {result !== null && (
        <Section title="Ranking without the judge" hasResults>
          <JudgeSwitch result={result} qualifiers={qualifiers} />
        </Section>
      )}
      <Section title={race.state === 'qualifying_open' ? 'Who would race' : 'Qualifiers'} hasResults>
        <Qualifiers race={race} qualifiers={qualifiers} />
        {children}
      </Section>
      <Section title="The hidden draw">
        <HiddenDraw race={race} draw={draw} />
      </Section>
      {arePublic && (
        <Section title="Validators">
          <Variance raceId={race.race_id} />
        </Section>
      )}
    </div>
  );
}
