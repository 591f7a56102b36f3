import type { ChatRequest } from '../chat/schema.ts';
import type { ChatAnswer, Inference } from '../inference/inference.ts';
import type { PriceTable } from '../inference/price-of.ts';
import { chooseCandidate, wishOf } from './deciding/choose-candidate.ts';
import { judge } from './deciding/judge-candidates.ts';
import { readRequest } from './read-request.ts';
import { numberedCandidates, productsInPrompt, readListing } from './reading/candidates-in-prompt.ts';
import type { ModelRequest } from './reading/message.ts';
import { promptOf, recogniseTask } from './reading/recognise-task.ts';
import { type RequestContext, requestContextOf } from './request-context.ts';
import { SIMULATED_MODELS, simulatedModel } from './simulated-model.ts';
import { answerExtraction } from './speaking/answer-extraction.ts';
import { answerId, answerLines } from './speaking/answer-lines.ts';
import { answerStep } from './speaking/answer-step.ts';
import { answerThought } from './speaking/answer-thought.ts';
import { completion, simulatedAnswer } from './speaking/completion.ts';
import { speakNative } from './speaking/speak-native.ts';
import { speakTagged } from './speaking/speak-tagged.ts';
import { type Spoken, saying } from './speaking/spoken.ts';

const PRODUCT = /(?:^|\n)[ \t]*(?:product|candidate|item|listing)\b[^:\n]{0,30}:[ \t]*(.{1,20000})/iu;

/** Whether the product in the prompt is what the shopper wants; "no" if there is no product. */
function answerYesNo(context: RequestContext, request: ModelRequest): Spoken {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
  const described = PRODUCT.exec(latest)?.[1];
  const listing = productsInPrompt(latest)[0] ?? (described === undefined ? undefined : readListing(described, '1'));
  if (listing === undefined) return saying('no');
  const judgement = judge(wishOf(context), listing);
  return saying(judgement.possible ? 'yes' : 'no');
}

/** Prices of simulated models, so that budgets have something to count. They are simulated as well. */
export const SIMULATED_PRICES: PriceTable = Object.fromEntries(
  SIMULATED_MODELS.map(({ id, promptPrice, completionPrice }) => [
    id,
    { prompt: promptPrice, completion: completionPrice },
  ]),
);

/** Used if no simulated model is named. */
export const DEFAULT_SIMULATED_MODEL = 'house/adept';

/**
 * Simulated language models, so that an arena runs without any endpoint. They see only the messages of a request: no
 * market, no problem, no memory between requests.
 */
export class SimulatedInference implements Inference {
  async chat(body: ChatRequest): Promise<ChatAnswer> {
    const model = simulatedModel(body.model);
    if (model === undefined) return unknownModel(body.model);
    const request = readRequest(body);
    const { demand, tools } = request;
    if (typeof demand === 'object' && !tools.some(({ name }) => name === demand.name))
      return unknownTool(body.model, demand.name);
    return completion(model, request, answer(requestContextOf(model, request), request));
  }

  async models(): Promise<readonly string[]> {
    return SIMULATED_MODELS.map(({ id }) => id);
  }
}

function answer(context: RequestContext, request: ModelRequest): Spoken {
  switch (recogniseTask(request)) {
    case 'native':
      return speakOrWrite(context, request);
    case 'tagged':
      return speakTagged(context, request);
    case 'json':
      return answerExtraction(context, request);
    case 'lines':
      return answerLines(context, request);
    case 'id':
      return answerId(context, request);
    case 'number':
      return answerChoice(context, request);
    case 'yes-no':
      return answerYesNo(context, request);
    case 'step':
      return answerStep(context, request);
    case 'thought':
      return answerThought(context, request);
    case 'other':
      return saying(
        'I am a simulated shopping model. I work with shopping tools, read requirements out of requests, choose between listed products and comment on search results; there is nothing of that in this message that I could answer.',
      );
  }
}

/** Tool calls; once there are none, the answer is in the form that `response_format` demands. */
function speakOrWrite(context: RequestContext, request: ModelRequest): Spoken {
  const spoken = speakNative(context, request);
  return spoken.calls.length === 0 && request.wantsJson ? answerExtraction(context, request) : spoken;
}

function unknownModel(id: unknown): ChatAnswer {
  const known = SIMULATED_MODELS.map((model) => model.id).join(', ');
  const message = `The model ${JSON.stringify(String(id).slice(0, 100))} does not exist. Available: ${known}.`;
  return refusal(id, 404, { message, param: 'model', code: 'model_not_found' });
}

function unknownTool(model: unknown, name: string): ChatAnswer {
  const message = `tool_choice names ${name.slice(0, 100)}, which is not among the tools.`;
  return refusal(model, 400, { message, param: 'tool_choice', code: null });
}

function refusal(model: unknown, status: number, error: Readonly<Record<string, unknown>>): ChatAnswer {
  return {
    status,
    body: JSON.stringify({ error: { type: 'invalid_request_error', ...error } }),
    usage: null,
    answeredBy: simulatedAnswer(String(model).slice(0, 100)),
  };
}

/** Only the number of the candidate that matches best, as requested. */
function answerChoice(context: RequestContext, request: ModelRequest): Spoken {
  const latest = request.messages.findLast((message) => message.role === 'user')?.text ?? promptOf(request);
  const candidates = numberedCandidates(latest);
  if (candidates.length === 0) return saying('1');
  const place = chooseCandidate(
    context,
    candidates.map(({ listing }) => listing),
    candidates.map(({ text }) => text),
  );
  return saying(String(candidates[place]!.number));
}
