import { Fault } from '../../fault/fault.ts';
import { FLOOR_LIMITS } from '../floors/floors.ts';
import { FLOORS, type Floor, type Problem } from '../problem.ts';

/** How many problems of a set a policy without a model solves. */
export interface FloorShare {
  readonly floor: Floor;
  readonly solved: number;
  /** Number of problems with this measurement. */
  readonly measured: number;
  readonly limit: number;
}

export function floorShares(problems: readonly Problem[]): readonly FloorShare[] {
  const measured = problems.filter(({ measure }) => measure?.solvedBy !== undefined);
  return FLOORS.map((floor) => ({
    floor,
    solved: measured.filter(({ measure }) => measure!.solvedBy!.includes(floor)).length,
    measured: measured.length,
    limit: FLOOR_LIMITS[floor],
  }));
}

/**
 * Rejects a suite that a policy without a model solves, because it does not measure shopping. Problems without a
 * measurement pass; callers measure them, reject them ({@link assertMeasured}) or report them.
 */
export function assertSuiteGate(problems: readonly Problem[]): void {
  for (const { floor, solved, measured, limit } of floorShares(problems)) {
    if (solved <= limit * measured) continue;
    const ids = problems.filter(({ measure }) => measure?.solvedBy?.includes(floor)).map(({ id }) => id);
    throw new Fault('INPUT_INVALID', {
      message: `The policy "${floor}", which has no model, solves ${solved} of ${measured} problems; a suite allows ${Math.floor(limit * measured)} (${limit * 100} %).`,
      remedy: `Replace some of these problems with others from assay problems synth: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ', …' : ''}.`,
    });
  }
}

/** Rejects problems that do not say which policies without a model solve them, because the gate cannot check them. */
export function assertMeasured(problems: readonly Problem[]): void {
  const unmeasured = problems.filter(({ measure }) => measure?.solvedBy === undefined);
  if (unmeasured.length === 0) return;
  throw new Fault('INPUT_INVALID', {
    message: `${unmeasured.length} of ${problems.length} problems do not say which policies without a model solve them: ${unmeasured[0]!.id}${unmeasured.length > 1 ? ', …' : ''}.`,
    remedy:
      'Measure them in their market: `assay problems measure FILE --market DIR --out FILE`. `assay admin suite create` does it itself.',
  });
}
