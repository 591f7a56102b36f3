/** The arms of the ablation, each with a description of its rows. All arms train with the same recipe. */
export const ARM_ABOUT = {
  filtered: 'agentic successes that the filter keeps',
  spoken: 'all successes, with prompts and answers as recorded, one row per conversation',
  scripted_spoken: 'scripted successes only, with prompts and answers as recorded',
  scripted_claimed: 'recorded calls of scripted successes, written as calls of the model, without reasoning text',
  scripted_rewritten: 'the same with grounded reasoning that a model wrote afterwards',
  filtered_rewritten: 'filtered and scripted_rewritten, half each',
  filtered_silent: 'filtered without its reasoning text',
  filtered_shuffled: 'filtered with reasoning text of other problems, exchanged between calls of the same tool',
  teacher: 'successful episodes of a teacher in the harness of the student',
} as const;

export type Arm = keyof typeof ARM_ABOUT;

export const ARMS = Object.keys(ARM_ABOUT) as readonly Arm[];

/** Rows that teach only the call format. Not an arm, but arms may start from the model trained on them. */
export const FORMAT = 'format';

export type Source = 'filtered' | 'spoken' | 'scripted_spoken' | 'scripted_claimed' | 'scripted_rewritten' | 'teacher';

/** Pools that an arm draws from. */
export const SOURCES_OF: Readonly<Record<Arm, readonly Source[]>> = {
  filtered: ['filtered'],
  spoken: ['spoken'],
  scripted_spoken: ['scripted_spoken'],
  scripted_claimed: ['scripted_claimed'],
  scripted_rewritten: ['scripted_rewritten'],
  filtered_rewritten: ['filtered', 'scripted_rewritten'],
  filtered_silent: ['filtered'],
  filtered_shuffled: ['filtered'],
  teacher: ['teacher'],
};
