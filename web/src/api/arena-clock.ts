/** Speed of the arena's clock, and whether it differs from this machine's. */
export interface ClockState {
  /** Arena seconds in one real second. */
  readonly speed: number;
  /** Whether the two clocks differ so much that a timestamp from one misleads when read by the other. */
  readonly isApart: boolean;
}

/** Clock differences up to a minute are tolerated: they do not mislead. */
const TOLERANCE = 60_000;

/**
 * The arena's clock relative to this machine's. A demo arena's clock runs ahead and faster, and many machines are
 * minutes off.
 */
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
