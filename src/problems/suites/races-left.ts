/** How often a problem can still be drawn, and for how many races it is paused first. */
export interface ProblemSupply {
  readonly draws: number;
  readonly resting: number;
}

/**
 * Number of further races with `raceProblems` problems each, if a problem is drawn at most once per race and paused for
 * `restRaces` races after that. This is an upper bound, because random draws do not use problems evenly.
 */
export function racesLeft(supply: readonly ProblemSupply[], raceProblems: number, restRaces = 0): number {
  const most = Math.floor(supply.reduce((sum, { draws }) => sum + draws, 0) / raceProblems);
  let races = 0;
  while (races < most && isEnough(supply, races + 1, raceProblems, restRaces)) races++;
  return races;
}

function isEnough(supply: readonly ProblemSupply[], races: number, raceProblems: number, restRaces: number): boolean {
  const usable = ({ draws, resting }: ProblemSupply) =>
    Math.min(draws, Math.ceil(Math.max(0, races - resting) / (restRaces + 1)));
  return supply.reduce((sum, each) => sum + usable(each), 0) >= races * raceProblems;
}
