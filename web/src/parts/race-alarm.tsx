import { useQuery } from '@tanstack/react-query';
import type { RaceAlarmWire } from '../../../src/board/wire.ts';
import { raceAlarmQuery } from '../api/races-queries.ts';
import { Badge, type Tone } from './badge.tsx';

const STATES: Readonly<Record<RaceAlarmWire['state'], readonly [tone: Tone, text: string]>> = {
  'scripted ahead': ['bad', 'Alarm: scripted versions are ahead'],
  'judge decided': ['warn', 'Alarm: the judge changed a winner'],
  'too little': ['quiet', 'Too few races to tell'],
  ok: ['good', 'No alarm'],
};

/** The alarm in one line; nothing if it does not fire or the arena does not have it. */
export function RaceAlarmLine() {
  const { data } = useQuery(raceAlarmQuery());
  if (data?.state !== 'scripted ahead' && data?.state !== 'judge decided') return null;
  return <RaceAlarmText alarm={data} />;
}

export function RaceAlarmText({ alarm: { state, sentence } }: { readonly alarm: RaceAlarmWire }) {
  const [tone, text] = STATES[state];
  return (
    <p className="race-alarm" role="status">
      <Badge tone={tone}>{text}</Badge> {sentence}
    </p>
  );
}
