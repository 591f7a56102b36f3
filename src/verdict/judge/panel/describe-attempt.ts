import { z } from 'zod';
import type { Call } from '../../../gateway/calls.ts';
import { fullText } from '../decision/naming.ts';
import { readChoice } from '../decision/read-choice.ts';
import { programPart } from '../decision/told.ts';
import { completionText } from '../gates/completion-text.ts';
import type { JudgedAttempt } from '../judged-attempt.ts';
import { neutralise } from './neutralise.ts';

const MAX_QUERY = 4_000;
const MAX_CALLS = 30;
const MAX_PARAMETERS = 200;
const MAX_PRODUCTS = 20;
const MAX_THOUGHT = 1_000;
const MAX_RESULT = 300;
const MAX_WRITTEN = 400;
const MAX_STEPS = 30;

/** An attempt whose calls are described in text: a few kilobytes, however much was recorded. */
export interface DescribedAttempt extends Omit<JudgedAttempt, 'calls'> {
  readonly recordedCalls: readonly string[];
}

/** Describes recorded calls for a judge, one per line. */
export function describeCalls(calls: readonly Call[]): readonly string[] {
  return [summary(calls), ...shownCalls(calls).map(callLine)];
}

/** The text of an attempt for a judge. `mark` must be new and unguessable, or text inside a section could end it. */
export function describeAttempt({ problem, recordedCalls, dialogue }: DescribedAttempt, mark: string): string {
  return [
    section('QUERY', [neutralise(problem.query, MAX_QUERY)], mark),
    section('RECOMMENDED', [neutralise([...readChoice(dialogue).ids].join(', '), MAX_PARAMETERS) || 'nothing'], mark),
    section('RECORDED CALLS', recordedCalls, mark),
    section('NARRATIVE', narrative(dialogue), mark),
  ].join('\n\n');
}

function section(name: string, lines: readonly string[], mark: string): string {
  return [`[${mark}] ${name}`, ...lines, `[${mark}] END OF ${name}`].join('\n');
}

function summary(calls: readonly Call[]): string {
  const count = (kind: Call['kind']): number =>
    calls.filter((call) => call.kind === kind && call.status === 200).length;
  const tokens = calls.map(({ usage }) => usage?.completion_tokens ?? 0);
  return `${count('search')} searches, ${count('view')} views and ${count('inference')} completions were answered; the longest completion has ${tokens.reduce((most, each) => Math.max(most, each), 0)} tokens.`;
}

/** If there are too many calls, completions take precedence, because they are what is graded. */
function shownCalls(calls: readonly Call[]): readonly Call[] {
  const said = calls.filter(({ kind }) => kind === 'inference');
  const rest = calls.filter(({ kind }) => kind === 'search' || kind === 'view');
  const room = Math.max(10, MAX_CALLS - said.length);
  const kept = [...said.slice(-(MAX_CALLS - Math.min(room, rest.length))), ...rest.slice(-room)];
  return kept.toSorted((left, right) => left.sequence - right.sequence).slice(-MAX_CALLS);
}

const productSchema = z.object({
  product_id: z.coerce.string(),
  title: z.string().optional().catch(undefined),
  price: z.coerce.string().optional().catch(undefined),
  shop_id: z.coerce.string().optional().catch(undefined),
  service: z.array(z.string()).optional().catch(undefined),
  attributes: z.unknown().optional(),
});
type ShownProduct = z.infer<typeof productSchema>;
const productsSchema = z.array(productSchema);

function callLine(call: Call): string {
  const head = `#${call.sequence} ${call.kind} ${call.status}`;
  if (call.kind === 'inference') {
    const said = neutralise(fullText(call, completionText(call)), MAX_THOUGHT);
    // Programs put their current instruction at the end of a prompt, so dictated text is there.
    const written = neutralise(programPart(call.request).slice(-MAX_WRITTEN), MAX_WRITTEN);
    return `${head}, ${call.usage?.completion_tokens ?? 'unknown'} completion tokens; the program wrote: ${written || '(nothing)'} | the model said: ${said || '(no text)'}`;
  }
  const asked = neutralise(JSON.stringify(call.parameters), MAX_PARAMETERS);
  const products = productsSchema.safeParse(call.response);
  if (!products.success) return `${head} ${asked}`;
  const shown = products.data.slice(0, MAX_PRODUCTS).map(productText);
  return `${head} ${asked}: ${products.data.length} products: ${shown.join('; ')}`;
}

function productText({ product_id, title, price, shop_id, service, attributes }: ShownProduct): string {
  return [
    neutralise(product_id, 40),
    title !== undefined && `"${neutralise(title, 80)}"`,
    price !== undefined && `at ${neutralise(price, 20)}`,
    shop_id !== undefined && `of shop ${neutralise(shop_id, 40)}`,
    service !== undefined && service.length > 0 && `with ${neutralise(service.join(', '), 100)}`,
    attributes !== undefined && neutralise(JSON.stringify(attributes), MAX_RESULT),
  ]
    .filter((part) => part !== false)
    .join(' ');
}

const textOf = z.string().catch('');
const stepSchema = z
  .object({
    completion: z
      .object({ content: textOf, message: z.object({ think: textOf, tool_call: z.unknown() }).partial().catch({}) })
      .partial()
      .catch({}),
  })
  .catch({ completion: {} });

function narrative(dialogue: readonly unknown[] | null): string[] {
  if (dialogue === null) return ['The agent handed in nothing.'];
  const steps = dialogue.slice(0, MAX_STEPS).map((step, place) => {
    const { message = {}, content = '' } = stepSchema.parse(step).completion;
    const calls =
      message.tool_call === undefined ? '' : ` calls: ${neutralise(shortJson(message.tool_call), MAX_RESULT)}`;
    return `step ${place + 1}, claims to have thought: ${neutralise(message.think || content, MAX_THOUGHT)}${calls}`;
  });
  const more = dialogue.length - steps.length;
  return more > 0 ? [...steps, `${more} more steps are left out.`] : steps;
}

/** The beginning of a value as JSON. The value may be as deep and long as an answer can be. */
function shortJson(value: unknown): string {
  try {
    return JSON.stringify(value)?.slice(0, MAX_RESULT * 8) ?? '';
  } catch {
    return '(unreadable)';
  }
}
