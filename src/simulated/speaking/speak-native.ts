import { parseJson } from '../../json/parse-json.ts';
import { followReasoning, givenReasoning } from '../deciding/follow-reasoning.ts';
import { planNextStep } from '../deciding/plan-next-step.ts';
import type { PlannedCall, Step } from '../deciding/step.ts';
import type { ModelRequest, OfferedTool } from '../reading/message.ts';
import { readConversation } from '../reading/read-conversation.ts';
import type { RequestContext } from '../request-context.ts';
import { fillArguments } from './answer-extraction.ts';
import { shorten } from './shorten.ts';
import type { Spoken } from './spoken.ts';

/** Parameters that are JSON lists in some harnesses and comma-separated text in others. */
const COMMA_LISTS = new Set(['product_ids', 'product_prices', 'shop_ids', 'service']);

/** Converts parameters to the types in the offered schema and drops unknown ones. */
function adaptCall({ parameters }: PlannedCall, tool: OfferedTool): Readonly<Record<string, unknown>> {
  const known = Object.entries(parameters).filter(([name]) => tool.parameters.size === 0 || tool.parameters.has(name));
  return Object.fromEntries(
    known.map(([name, value]) => [name, adaptValue(name, value, tool.parameters.get(name) ?? '')]),
  );
}

function adaptValue(name: string, value: unknown, type: string): unknown {
  if (type === 'array' && typeof value === 'string' && COMMA_LISTS.has(name)) return value.split(',');
  if ((type === 'array' || type === 'object') && typeof value === 'string') {
    const parsed = parseJson(value);
    return parsed.ok ? parsed.value : value;
  }
  if (type === 'string' && typeof value === 'number') return String(value);
  return value;
}

/** The next step as native tool calls, with the thought as text. */
export function speakNative(context: RequestContext, request: ModelRequest): Spoken {
  const conversation = readConversation(request.messages);
  const { demand } = request;
  const allowed =
    demand === 'none' ? [] : request.tools.filter(({ name }) => typeof demand === 'string' || name === demand.name);
  const tools = new Set(allowed.map((tool) => tool.name));
  const given = givenReasoning(request.messages);
  const announced = given === undefined ? undefined : followReasoning(given, tools);
  const step: Step =
    announced === undefined
      ? planNextStep({ request: context.shopping, errorProfile: context.errorProfile, conversation, tools })
      : { thought: 'I do what the reasoning says.', calls: [announced] };
  const calls = (request.inParallel ? step.calls : step.calls.slice(0, 1)).map((call) => {
    const tool = allowed.find((offered) => offered.name === call.name);
    return { name: call.name, parameters: tool === undefined ? call.parameters : adaptCall(call, tool) };
  });
  const isDemanded = demand !== 'auto' && demand !== 'none';
  const isBroken =
    !isDemanded &&
    conversation.turns === 0 &&
    context.errorProfile.mistakes.some(({ kind }) => kind === 'writes broken call');
  return {
    content: shorten(step.calls.length === 0 ? (step.response ?? step.thought) : step.thought, request.maxTokens - 60),
    calls: (isDemanded && calls.length === 0 ? demandedCall(context, request, allowed) : calls).map(
      ({ name, parameters }) => {
        const written = JSON.stringify(parameters);
        return { name, arguments: isBroken ? written.slice(0, -1) : written };
      },
    ),
  };
}

/** A call where the plan has none: to the end of the conversation if that is offered. */
function demandedCall(
  context: RequestContext,
  request: ModelRequest,
  allowed: readonly OfferedTool[],
): readonly { readonly name: string; readonly parameters: unknown }[] {
  const tool = allowed.find(({ name }) => name === 'terminate') ?? allowed[0];
  return tool === undefined ? [] : [{ name: tool.name, parameters: fillArguments(context, request, tool.schema) }];
}
