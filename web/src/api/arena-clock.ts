/** How the arena's clock stands to this machine's. */
export interface ClockState {
  /** Arena seconds in one real second. */
  readonly speed: number;
  /** Whether a time of one clock would mislead somebody who reads the other. */
  readonly isApart: boolean;
}

/** Machines are a little off; nobody mistakes a minute. */
const TOLERANCE = 60_000;

/** The arena's clock against this machine's: a demonstration runs ahead and faster, and many machines are minutes off. */
let known = { arena: Date.now(), here: Date.now(), speed: 1 };
let state: ClockState = { speed: 1, isApart: false };
const listeners = new Set<() => void>();

export function setArenaTime(headers: Headers): void {
  const [arena, speed] = ['x-arena-time', 'x-arena-speed'].map((name) => Number(headers.get(name)));
  if (!(arena! > 0 && speed! > 0)) return;
  known = { arena: arena!, here: Date.now(), speed: speed! };
  const isApart = known.speed !== 1 || Math.abs(known.arena - known.here) > TOLERANCE;
  if (isApart === state.isApart && known.speed === state.speed) return;
  state = { speed: known.speed, isApart };
  for (const listener of listeners) listener();
}

export function arenaNow(): number {
  return known.arena + (Date.now() - known.here) * known.speed;
}

export function clockState(): ClockState {
  return state;
}

export function onClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
