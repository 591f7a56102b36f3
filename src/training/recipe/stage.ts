import { STAGE_TABLE } from '../stages/stage-table.ts';

export type Stage = keyof typeof STAGE_TABLE;

/** The training stages in order. */
export const STAGES = Object.keys(STAGE_TABLE) as readonly Stage[];

/** Its rows come from the corpus. If the recipe names no model, a tiny one is created from these rows. */
export const FIRST_STAGE = STAGES[0]!;

/** Where a stage may start: the untrained weights or the result of an earlier stage. */
export type Start = 'base' | Stage;

export const STARTS: readonly Start[] = ['base', ...STAGES];

/** Folder name of a stage. `0-base` is not a stage, but it is measured like one. */
export function stageFolder(stage: Start): string {
  return `${STARTS.indexOf(stage)}-${stage}`;
}

/** Stages that must exist before this one, including its start, in training order. */
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
