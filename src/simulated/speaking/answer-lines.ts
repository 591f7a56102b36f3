import type { ModelRequest } from '../reading/message.ts';
import { LINE_TO_FILL, promptOf } from '../reading/recognise-task.ts';
import type { RequestContext } from '../request-context.ts';
import { Filler } from './fill-form.ts';
import { type Spoken, saying } from './spoken.ts';

/** An answer in lines, for prompts that ask for lines such as `SELECTED: <id>`. */
export function answerLines(context: RequestContext, request: ModelRequest): Spoken {
  const latest = request.messages.findLast(({ role }) => role === 'user')?.text ?? '';
  const filler = new Filler(context, latest);
  const lines = new Map<string, string>();
  for (const [, key = '', place = ''] of promptOf(request).matchAll(LINE_TO_FILL)) {
    if (!lines.has(key)) lines.set(key, filler.line(key, place));
  }
  return saying(Array.from(lines, ([key, value]) => `${key}: ${value}`).join('\n'));
}

const REFUSED_ID = /\b(?:not|except|other than|exclud\w{1,4})\b[^.\n]{0,60}?(\d{5,20})/giu;

/** Only an id: of the best product in the prompt, or the first in a plain list that is not excluded. */
export function answerId(context: RequestContext, request: ModelRequest): Spoken {
  const prompt = promptOf(request);
  const chosen = new Filler(context, prompt).line('selected', 'id');
  if (chosen !== '') return saying(chosen);
  const refused = new Set(Array.from(prompt.matchAll(REFUSED_ID), ([, id]) => id));
  return saying(prompt.match(/\b\d{5,20}\b/g)?.find((id) => !refused.has(id)) ?? '');
}
