/**
 * How many more races of `raceProblems` a bank can give, when each problem may be drawn so often and once a race: the most
 * rounds for which enough draws are left. A lower bound it is not, since chance does not use problems evenly.
 */
export function racesLeft(drawsLeft: readonly number[], raceProblems: number): number {
  const most = Math.floor(drawsLeft.reduce((sum, draws) => sum + draws, 0) / raceProblems);
  let races = 0;
  while (races < most && enough(drawsLeft, races + 1, raceProblems)) races++;
  return races;
}

function enough(drawsLeft: readonly number[], races: number, raceProblems: number): boolean {
  return drawsLeft.reduce((sum, draws) => sum + Math.min(draws, races), 0) >= races * raceProblems;
}
