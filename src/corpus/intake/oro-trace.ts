import { z } from 'zod';
import type { Call, CallKind } from '../../gateway/calls.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, ownField } from '../../json/json-object.ts';
import { sha256 } from '../../store/sha256.ts';
import { profileAttempt } from '../agency/attempt-profile.ts';
import { judgeAgency } from '../agency/judge-agency.ts';
import type { AttemptReading } from '../filter/attempt-reading.ts';
import { readCompletions } from '../trajectory/completion.ts';
import type { IntakeOptions } from './read-attempt.ts';

const proxyCallSchema = z.looseObject({
  path: z.string().catch(''),
  timestamp: z.number().catch(0),
  duration_ms: z.number().catch(0),
  status_code: z.number().catch(0),
  params: z.record(z.string(), z.unknown()).catch({}),
  json_data: z.unknown().optional(),
  result_product_ids: z.array(z.unknown()).catch([]),
  response: z.unknown().optional(),
});

const stepSchema = z.looseObject({
  extra_info: z
    .looseObject({
      query: z.string().catch(''),
      problem_id: z.string().optional().catch(undefined),
      proxy_calls: z.array(proxyCallSchema).catch([]),
    })
    .catch({ query: '', problem_id: undefined, proxy_calls: [] }),
});

const traceSchema = z.looseObject({
  problem_id: z.string().catch(''),
  dialogue: z.array(stepSchema).nullable().catch(null),
});

/** Whether this is a line of ORO's sandbox output: an envelope with a dialogue or, in the older format, a dialogue. */
export function isTrace(row: unknown): boolean {
  if (Array.isArray(row)) return row.length > 0 && ownField(row[0], 'completion') !== undefined;
  return isJsonObject(row) && 'dialogue' in row && 'problem_id' in row && !('attempt' in row);
}

/**
 * Reads a trace. Its calls were logged by the agent's own process, without the model's input and without long answers,
 * and it is unsigned. So its agency is counted, but it cannot be used for training.
 */
export function readTrace(row: unknown, { agency: thresholds, queries }: IntakeOptions): AttemptReading {
  const trace = traceSchema.parse(Array.isArray(row) ? { dialogue: row } : row);
  const steps = trace.dialogue ?? [];
  const problem_id = trace.problem_id || (steps[0]?.extra_info.problem_id ?? '');
  const calls = steps.flatMap(({ extra_info }) => extra_info.proxy_calls).map(callOf);
  const completions = readCompletions(calls);
  const query = queries.get(problem_id) ?? steps[0]?.extra_info.query ?? '';
  const judged = judgeAgency({ calls, completions, query, recommended: null }, thresholds);
  return {
    facts: {
      attempt_id: `oro-${sha256(canonicalJson(row)).slice(0, 32)}`,
      run_id: null,
      problem_id,
      agent: '',
      validator: null,
      policy: { name: '', simulated: false, models: [] },
      fault: null,
    },
    verdict: null,
    rebuilt: { ok: false, reason: 'a trace of this form does not hold what the model was sent' },
    agency: judged.agency,
    profile: profileAttempt(judged, completions, query),
    hasSeen: (id) => judged.executed.some(({ shown }) => shown.includes(id)),
  };
}

function callOf(call: z.infer<typeof proxyCallSchema>, place: number): Call {
  const kind: CallKind = call.path.includes('find_product')
    ? 'search'
    : call.path.includes('view_product')
      ? 'view'
      : 'inference';
  const request = isJsonObject(call.json_data) ? { ...call.json_data, messages: [] } : { messages: [] };
  return {
    sequence: place + 1,
    time: new Date(Math.min(Math.max(call.timestamp, 0), 8e15)).toISOString(),
    kind,
    method: '',
    path: call.path,
    parameters: call.params as Call['parameters'],
    request: kind === 'inference' ? request : null,
    status: call.status_code,
    response: kind === 'inference' ? call.response : call.result_product_ids.map((id) => ({ product_id: String(id) })),
    duration_ms: call.duration_ms,
    usage: null,
    price_microdollars: null,
    fault: null,
    previous: '',
    hash: '',
  };
}
