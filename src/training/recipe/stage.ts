/** What is trained, in the order in which it is trained. */
export const STAGES = ['sft', 'rejection', 'teacher', 'kto', 'grpo'] as const;

export type Stage = (typeof STAGES)[number];

/** Where a stage may start: the weights as they came, or what an earlier stage made of them. */
export const STARTS = ['base', ...STAGES] as const;

export type Start = (typeof STARTS)[number];

/** `0-base` is nobody's stage, but it is measured like one. */
export function stageFolder(stage: Start): string {
  return `${STARTS.indexOf(stage)}-${stage}`;
}

/** What each stage needs of others beside its own start: their rows, samples or model. */
const NEEDS: Readonly<Record<Stage, readonly Stage[]>> = {
  sft: [],
  rejection: ['sft'],
  teacher: ['rejection'],
  kto: ['teacher'],
  grpo: ['teacher'],
};

/** The stages that have to be there before this one, its start included, the earliest first. */
export function neededBefore(stage: Stage, start: Start): readonly Stage[] {
  const direct: readonly Stage[] = start === 'base' ? NEEDS[stage] : [...NEEDS[stage], start];
  return STAGES.filter((each) => direct.includes(each));
}
