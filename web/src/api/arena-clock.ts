/** The arena's clock against this machine's: a demonstration runs days ahead, and many machines are minutes off. */
let ahead = 0;

export function setArenaTime(milliseconds: number): void {
  if (Number.isFinite(milliseconds)) ahead = milliseconds - Date.now();
}

export function arenaNow(): number {
  return Date.now() + ahead;
}
