import { z } from 'zod';

const domainError = z.looseObject({ detail: z.string(), error_code: z.string() });
const authError = z.object({ detail: z.object({ code: z.string(), message: z.string() }) });
const plainError = z.object({ detail: z.string() });

/** A refusal with its code; of the identity checks with the code inside; of the session flow as a sentence alone. */
export const domainErrorSchema = z.union([domainError, authError, plainError]);

const fieldError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
});

/** What is wrong with which field; a refused file comes as a refusal with its findings. */
export const validationErrorSchema = z.union([z.object({ detail: z.array(fieldError) }), domainError]);
