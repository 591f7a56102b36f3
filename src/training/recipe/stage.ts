import { STAGE_TABLE } from '../stages/stage-table.ts';

export type Stage = keyof typeof STAGE_TABLE;

/** What is trained, in the order in which it is trained. */
export const STAGES = Object.keys(STAGE_TABLE) as readonly Stage[];

/** Its rows come from the corpus, and a tiny model is made of them. */
export const FIRST_STAGE = STAGES[0]!;

/** Where a stage may start: the weights as they came, or what an earlier stage made of them. */
export type Start = 'base' | Stage;

export const STARTS: readonly Start[] = ['base', ...STAGES];

/** `0-base` is not a stage, but it is measured like one. */
export function stageFolder(stage: Start): string {
  return `${STARTS.indexOf(stage)}-${stage}`;
}

/** The stages that have to be there before this one, its start included, the earliest first. */
export function neededBefore(stage: Stage, start: Start): readonly Stage[] {
  const { needs } = STAGE_TABLE[stage];
  const direct: readonly Start[] = [...needs, start];
  return STAGES.filter((each) => direct.includes(each));
}

/** What a stage is called in reports. A run that goes on from an adapter does not begin untrained. */
export function stageLabel(stage: Start, { adapter }: { readonly adapter: string | null }): string {
  if (stage !== 'base') return stage;
  return adapter === null ? 'untrained' : 'start';
}
