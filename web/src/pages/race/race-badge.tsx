import type { RaceWire } from '../../../../src/board/wire.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';

const STATES: Readonly<Record<RaceWire['state'], readonly [tone: Tone, words: string]>> = {
  qualifying_open: ['ours', 'qualifying open'],
  qualifying_closed: ['warn', 'qualifying closed'],
  race_running: ['ours', 'running'],
  race_complete: ['warn', 'complete, champion undecided'],
  promoted: ['good', 'decided'],
  uncontested: ['quiet', 'cancelled: too few racers'],
  cancelled: ['bad', 'cancelled'],
};

export function RaceBadge({ state }: { readonly state: RaceWire['state'] }) {
  const [tone, words] = STATES[state];
  return <Badge tone={tone}>{words}</Badge>;
}
