import { Fault } from '../../fault/fault.ts';
import { counted } from '../../text/counted.ts';
import { nextClose, qualifyingWindow } from './qualifying-window.ts';
import type { Race } from './race.ts';
import type { RaceEvent } from './race-event.ts';
import { DEFAULT_RACE_POLICY, type RacePolicy } from './race-policy.ts';
import type { RaceState } from './race-state.ts';
import { RACE_TRANSITIONS } from './race-transitions.ts';

/** The first race of an arena. */
export function firstRace(at: Temporal.Instant, policy: RacePolicy = DEFAULT_RACE_POLICY): Race {
  return openRace(1, { opensAt: at, closesAt: qualifyingWindow(at, policy).closesAt }, at);
}

/** Why the event cannot happen in the race's current state; `undefined` if it can. */
export function whyNot(race: Race, event: RaceEvent, policy: RacePolicy = DEFAULT_RACE_POLICY): string | undefined {
  const { state } = race;
  if (targetOf(state, event) === undefined) return `${event.kind} does not happen in ${state}`;
  if (Temporal.Instant.compare(event.at, race.since) < 0) return `${event.at} is before ${race.since}`;
  switch (event.kind) {
    case 'qualifying-closed':
      if (Temporal.Instant.compare(event.at, race.window.closesAt) >= 0) return undefined;
      return `qualifying is open until ${race.window.closesAt}`;
    case 'too-few-racers':
      if (race.racers.length < policy.fewestRacers) return undefined;
      return `${counted(race.racers.length, 'racer is', 'racers are')} enough`;
    case 'draw-committed':
      if (race.drawCommitment !== undefined) return 'a draw is committed already';
      if (race.racers.length >= policy.fewestRacers) return undefined;
      return `${counted(race.racers.length, 'racer is', 'racers are')} too few`;
    case 'problems-drawn':
      return race.drawCommitment === undefined ? 'no draw is committed' : undefined;
    case 'racer-scored':
      return race.scoredCount < race.racers.length ? undefined : 'every racer is scored already';
    default:
      return undefined;
  }
}

/** The race after the event. Pure, so that the stored events always explain how a race reached its state. */
export function advanceRace(race: Race, event: RaceEvent, policy: RacePolicy = DEFAULT_RACE_POLICY): Race {
  const refusal = whyNot(race, event, policy);
  if (refusal !== undefined) {
    throw new Fault('INPUT_INVALID', {
      message: `Race ${race.number} does not accept this step: ${refusal}.`,
      remedy: 'Check the state of the race first; a step that already happened need not be repeated.',
    });
  }
  const next = { ...race, state: targetOf(race.state, event)!, since: event.at };
  switch (event.kind) {
    case 'qualifying-closed':
      return { ...next, racers: event.racers };
    case 'draw-committed':
      return { ...next, drawCommitment: event.commitment };
    case 'racer-scored':
      return { ...next, scoredCount: race.scoredCount + 1 };
    case 'problems-drawn':
    case 'race-completed':
      return next;
    case 'crown-decided':
      return { ...next, outcome: event.outcome };
    case 'too-few-racers':
      return { ...next, reason: `${race.racers.length} of at least ${policy.fewestRacers} racers` };
    case 'race-cancelled':
      return { ...next, reason: event.reason };
    case 'window-opened':
      return openNext(race, event.at, policy);
  }
}

/**
 * The next window begins where the last one ended, not where its race did, so submissions in between count. A race that
 * was cancelled before its close passes its own window on to the next.
 */
function openNext({ number, window }: Race, at: Temporal.Instant, policy: RacePolicy): Race {
  const opensAt = Temporal.Instant.compare(window.closesAt, at) <= 0 ? window.closesAt : window.opensAt;
  return openRace(number + 1, { opensAt, closesAt: nextClose(at, policy) }, at);
}

function openRace(number: number, window: Race['window'], since: Temporal.Instant): Race {
  return {
    number,
    state: 'qualifying_open',
    window,
    racers: [],
    drawCommitment: undefined,
    scoredCount: 0,
    outcome: undefined,
    reason: undefined,
    since,
  };
}

function targetOf(state: RaceState, event: RaceEvent): RaceState | undefined {
  return RACE_TRANSITIONS.find(({ from, event: kind }) => from === state && kind === event.kind)?.to;
}
