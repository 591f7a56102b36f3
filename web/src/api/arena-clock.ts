/** The arena's clock against this machine's: a demonstration runs ahead and faster, and many machines are minutes off. */
let known = { arena: Date.now(), here: Date.now(), speed: 1 };

export function setArenaTime(headers: Headers): void {
  const [arena, speed] = ['x-arena-time', 'x-arena-speed'].map((name) => Number(headers.get(name)));
  if (arena! > 0 && speed! > 0) known = { arena: arena!, here: Date.now(), speed: speed! };
}

export function arenaNow(): number {
  return known.arena + (Date.now() - known.here) * known.speed;
}
