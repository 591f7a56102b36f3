import { planNextStep } from '../deciding/plan-next-step.ts';
import type { ModelRequest } from '../reading/message.ts';
import { readConversation } from '../reading/read-conversation.ts';
import { promptOf } from '../reading/recognise-task.ts';
import type { RequestContext } from '../request-context.ts';
import { shorten } from './shorten.ts';
import { type Spoken, saying } from './spoken.ts';

const KNOWN_TOOLS = [
  'find_product',
  'view_product_information',
  'recommend_product',
  'terminate',
  'check_product_match',
  'find_products_in_same_shop',
  'calculate_voucher',
  'web_search',
];

/** The next step as tagged text, in the format of public baselines. */
export function speakTagged(context: RequestContext, request: ModelRequest): Spoken {
  const conversation = readConversation(request.messages);
  const prompt =
    request.messages
      .filter(({ role }) => role === 'system')
      .map(({ text }) => text)
      .join('\n') || promptOf(request);
  const described = KNOWN_TOOLS.filter((name) => new RegExp(`\\b${name}\\b`).test(prompt));
  const tools = new Set(described.length > 0 ? described : KNOWN_TOOLS.slice(0, 4));
  const step = planNextStep({ request: context.shopping, errorProfile: context.errorProfile, conversation, tools });
  const think = `<think>${untagged(shorten(step.thought, request.maxTokens - 100))}</think>`;
  if (step.calls.length === 0)
    return saying(`${think}\n<response>${untagged(step.response ?? step.thought)}</response>`);
  const isBroken =
    conversation.turns === 0 && context.errorProfile.mistakes.some(({ kind }) => kind === 'writes broken call');
  const calls = JSON.stringify(step.calls.map(({ name, parameters }) => ({ name, parameters })));
  return saying(`${think}\n<tool_call>${untagged(isBroken ? calls.slice(0, -2) : calls)}</tool_call>`);
}

/** Titles are untrusted text; a tag in one would end the thought early. */
function untagged(text: string): string {
  return text.replaceAll(/[<>]/g, ' ');
}
