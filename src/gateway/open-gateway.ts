import { once } from 'node:events';
import { Fault } from '../fault/fault.ts';
import { faultAnswer } from '../fault/http-answer.ts';
import { aliasNames, requireOffered } from '../inference/model-alias.ts';
import { priceOf } from '../inference/price-of.ts';
import type { WebSearch } from '../market/encyclopaedia.ts';
import type { QueryParameters } from '../market/parse-query-string.ts';
import { CallLog } from './calls/call-log.ts';
import type { Gateway, GatewayOptions } from './gateway.ts';
import { DEFAULT_GATEWAY_LIMITS } from './gateway-limits.ts';
import { Admission } from './http/admission.ts';
import { type Answer, jsonAnswer } from './http/answer.ts';
import { answerSearch } from './http/answer-search.ts';
import { SYSTEM_CLOCK } from './http/clock.ts';
import { type AdmittedRequest, GatewayServer } from './http/gateway-server.ts';
import { answerInference } from './inference/answer-inference.ts';
import { AnswerReplay } from './inference/answer-replay.ts';
import { WaitingClock } from './inference/waiting-clock.ts';
import { ModelTraffic } from './model-traffic.ts';

/** Reserved for answers other than a model's: a page of products, or details of some. */
const ANSWER_BYTES = 32 * 1024;

/** Opens the gateway of one attempt. It accepts requests once the promise resolves. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { socketPath, allowedModels, prices, web } = options;
  // Fails now instead of at a call that cannot be charged.
  for (const model of allowedModels) priceOf(model, { prompt_tokens: 0, completion_tokens: 0 }, prices);
  requireOffered(options.aliases ?? [], allowedModels);
  const clock = options.clock ?? SYSTEM_CLOCK;
  const limits = { ...DEFAULT_GATEWAY_LIMITS, ...options.limits };
  const closing = new AbortController();
  let isOutOfTime = false;
  const log = new CallLog(options.recorder);
  const admission = new Admission(limits, log, clock);

  const searchServices = {
    search: options.search,
    compat: options.compat ?? false,
    timeoutMilliseconds: limits.searchMilliseconds,
    closing: closing.signal,
  };
  const traffic = options.traffic ?? new ModelTraffic(clock.milliseconds).of('', '');
  const waiting = new WaitingClock(limits.waitMilliseconds, traffic.now);
  const inferenceServices = {
    ...options,
    toldModel: options.model ?? allowedModels[0] ?? '',
    traffic,
    waiting,
    limits,
    replay: options.earlier && new AnswerReplay(options.earlier.calls),
    mayDepart: options.earlier?.mayDepart ?? (() => true),
    admitTokens: () => admission.admitTokens(),
    closing: closing.signal,
    isOutOfTime: () => isOutOfTime,
  };

  async function answer({ route, parameters, body, bodyBytes, reserveAnswer }: AdmittedRequest): Promise<Answer> {
    if (route === 'inference') return await answerInference(body, bodyBytes, { ...inferenceServices, reserveAnswer });
    const full = reserveAnswer(ANSWER_BYTES);
    if (full !== null) return full;
    switch (route) {
      case 'search':
      case 'view':
        return await answerSearch(route, parameters, searchServices);
      case 'web':
        return answerWeb(parameters, web!);
      case 'models':
        return jsonAnswer('models', 200, modelList([...allowedModels, ...aliasNames(options.aliases)]));
      case 'health':
        return { kind: 'health', status: 200, body: 'healthy\n', contentType: 'text/plain' };
    }
  }

  const gatewayServer = new GatewayServer({
    limits,
    log,
    admission,
    clock,
    serves: (route) => route !== 'web' || web !== undefined,
    answer,
  });
  try {
    gatewayServer.server.listen({ path: socketPath });
    await once(gatewayServer.server, 'listening');
  } catch (error) {
    await gatewayServer.shut();
    throw new Fault('GATEWAY_FAILED', {
      message: `No gateway at ${socketPath}: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Choose a short path for a new file in an existing folder.',
      cause: error,
    });
  }

  let closed: Promise<void> | undefined;
  return {
    socketPath,
    broken: gatewayServer.broken,
    get faults() {
      return log.faults;
    },
    get totals() {
      return log.totals;
    },
    get waitedMilliseconds() {
      return waiting.milliseconds;
    },
    close(reason) {
      isOutOfTime ||= reason === 'out of time';
      closing.abort();
      closed ??= gatewayServer.shut();
      return closed;
    },
  };
}

/** OpenAI's list of models. The creation date is unknown, but clients require a number. */
function modelList(ids: readonly string[]): unknown {
  return { object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 0, owned_by: 'assay' })) };
}

/** Looks up words in the encyclopaedia. It is in memory, so it can neither fail nor take long. */
function answerWeb(parameters: QueryParameters, web: WebSearch): Answer {
  const [query = ''] = [parameters.q ?? ''].flat();
  if (query.trim() !== '') return jsonAnswer('web', 200, web.search(query));
  const fault = new Fault('SEARCH_QUERY_INVALID', {
    message: 'q is empty.',
    remedy: 'Send the words to look up, for example q=who+founded+Kusinaro.',
  });
  const { status, body } = faultAnswer(fault);
  return jsonAnswer('web', status, body);
}
