import { z } from 'zod';

const number = z.number().nullable();

const step = z.looseObject({
  event: z.literal('step'),
  stage: z.string(),
  step: z.int(),
  steps: z.int(),
  loss: number,
  learning_rate: z.number(),
  gradient_norm: number,
  tokens: z.int(),
  trainable_tokens: z.int(),
  tokens_per_second: z.number(),
  reward: number.optional(),
  kl: number.optional(),
});

const fault = z.looseObject({
  event: z.literal('fault'),
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  exit: z.int(),
});

const done = z.looseObject({
  event: z.literal('done'),
  adapter: z.string().optional(),
  step: z.int().optional(),
  stopped: z.enum(['deadline', 'early', 'kl', 'nan']).nullish(),
});

/** Unknown fields are kept, because consumers of the events need all of them. */
const other = z.looseObject({ event: z.string() });

/** One output line of the trainer. */
export type TrainerEvent = z.infer<typeof step> | z.infer<typeof fault> | z.infer<typeof done> | z.infer<typeof other>;
export type StepEvent = z.infer<typeof step>;
export type FaultEvent = z.infer<typeof fault>;
export type DoneEvent = z.infer<typeof done>;

export function readTrainerEvent(value: unknown): TrainerEvent | undefined {
  for (const schema of [step, fault, done, other]) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
  }
  return undefined;
}

/** Id of the request that an event answers. */
export function requestOf(event: TrainerEvent): string | undefined {
  return typeof event.id === 'string' ? event.id : undefined;
}

export function isStep(event: TrainerEvent): event is StepEvent {
  return event.event === 'step' && 'tokens_per_second' in event;
}

export function isFault(event: TrainerEvent): event is FaultEvent {
  return event.event === 'fault' && 'remedy' in event;
}
