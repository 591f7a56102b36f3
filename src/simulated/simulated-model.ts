/** Skill of a simulated shopper. Determines the frequency and kinds of its mistakes and its number of turns. */
export type Skill = 'novice' | 'adept' | 'expert';

export interface SimulatedModel {
  readonly id: string;
  readonly skill: Skill;
  /**
   * Micro-dollars per million tokens. Nothing is really bought; the prices give budgets and bills something to count.
   * They are in the range of small, medium and large open models.
   */
  readonly promptPrice: number;
  readonly completionPrice: number;
}

export const SIMULATED_MODELS: readonly SimulatedModel[] = [
  { id: 'house/novice', skill: 'novice', promptPrice: 50_000, completionPrice: 150_000 },
  { id: 'house/adept', skill: 'adept', promptPrice: 200_000, completionPrice: 600_000 },
  { id: 'house/expert', skill: 'expert', promptPrice: 600_000, completionPrice: 2_000_000 },
];

export function simulatedModel(id: string): SimulatedModel | undefined {
  return SIMULATED_MODELS.find((model) => model.id === id);
}
