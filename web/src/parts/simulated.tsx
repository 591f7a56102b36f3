import { useQuery } from '@tanstack/react-query';
import { arenaQuery } from '../api/board-queries.ts';
import { Badge } from './badge.tsx';

export type SimulatedThing = 'money' | 'chain' | 'models';

const MEANINGS: Readonly<Record<SimulatedThing, string>> = {
  money: 'Simulated money of this arena’s own chain. It cannot be spent anywhere else.',
  chain: 'The arena’s own chain, not Bittensor’s. Stake, weights and pay on it are simulated.',
  models:
    'Built-in programs that behave like models, for offline use. Results do not show what a language model can do.',
};

interface SimulatedProps {
  readonly what: SimulatedThing;
  /** Names the simulated thing, for a badge that is not beside it. */
  readonly isNamed?: boolean;
}

/** Badge for everything simulated. */
export function Simulated({ what, isNamed = false }: SimulatedProps) {
  return (
    <span title={MEANINGS[what]}>
      <Badge tone="warn">{isNamed ? `simulated ${what}` : 'simulated'}</Badge>
    </span>
  );
}

/** Shown only if this arena is simulated: an arena on Bittensor has real money, one with providers has real models. */
export function SimulatedHere({ what, isNamed = false }: SimulatedProps) {
  const { data } = useQuery(arenaQuery());
  const isSimulated = what === 'models' ? data?.simulated : data?.network === 'local';
  return isSimulated === true && <Simulated what={what} isNamed={isNamed} />;
}
