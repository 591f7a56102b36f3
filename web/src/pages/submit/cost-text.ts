import type { AgentCheckWire, ArenaOverviewWire } from '../../../../src/board/wire.ts';
import { durationText } from '../../parts/duration-text.ts';

/** How long a hotkey waits between submissions. */
export type Cooldown = NonNullable<ArenaOverviewWire['cooldown_seconds']>;

/** What a submission costs, with the length of the cooldown if the arena publishes it: `12 h`. */
export function costText(cost: AgentCheckWire['would_cost'], cooldown: Cooldown | undefined): string {
  switch (cost) {
    case 'nothing':
      return 'none';
    case 'reduced cooldown':
      return cooldown === undefined ? 'short' : lengthText(cooldown.reduced);
    case 'full cooldown':
      return cooldown === undefined ? 'full' : lengthText(cooldown.full);
  }
}

function lengthText(seconds: number): string {
  return seconds === 0 ? 'none' : durationText(seconds * 1_000, 2);
}
