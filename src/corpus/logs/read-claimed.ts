import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import type { Call, CallKind } from '../../gateway/calls.ts';
import { isSimulatedModel } from '../../inference/simulated-models.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../json/json-object.ts';
import { sha256 } from '../../store/sha256.ts';
import type { ClaimedAgency } from '../agency/agency.ts';
import { profileAttempt } from '../agency/attempt-profile.ts';
import { type JudgedAgency, judgeAgency } from '../agency/judge-agency.ts';
import type { AttemptReading, Policy } from '../filter/attempt-reading.ts';
import type { IntakeOptions, ReadAttempt } from '../intake/read-attempt.ts';
import { UNSTATED_LICENCE } from '../release/release-row.ts';
import { type RecordedCompletion, readCompletions } from '../trajectory/completion.ts';
import { ourTools, type Rebuilt, rebuildTrajectory } from '../trajectory/rebuild-trajectory.ts';
import { suppliedResult } from '../trajectory/supplied-result.ts';
import type { TrajectoryStep } from '../trajectory/trajectory.ts';
import type { ClaimedConversation } from './claimed-conversation.ts';
import { parseLogJson } from './parse-log-json.ts';

/** Part of the id of every row from a log, so that none can take the id of a recorded attempt. */
const SUFFIX = '-claimed';
const MAX_ID = 200;

/**
 * Reads a conversation of a log by the same rules as recorded evidence. It does not assert what only a recording can
 * show: there is no verdict, no receipt and no agent version to judge, and agency is at best `claimed`. Evidence in the
 * log against its model, such as calls dictated by its prompts, counts as it does in recorded evidence.
 */
export function readClaimed(log: ClaimedConversation, { agency: thresholds, queries }: IntakeOptions): ReadAttempt {
  const fault = log.fault ?? overgrownCall(log);
  // A log that cannot become a row is not examined.
  const claim = fault === null ? log : { ...log, messages: [] };
  const { problem_id, query } = problemOf(log, queries);
  const calls = claimedCalls(claim);
  const completions = readCompletions(calls);
  const judged = judgeAgency({ calls, completions, query, recommended: null }, thresholds);
  const { format, producer, id } = claim;
  const said = { ...(claim.problem !== null && { problem_id: claim.problem }), ...claim.said };
  const reading: AttemptReading = {
    facts: {
      attempt_id: claimedId(log),
      run_id: null,
      problem_id,
      agent: claim.agent ?? '',
      validator: null,
      policy: policyOf(log),
      fault: null,
      claimed: claim.earlier ?? { version: 1, format, producer, log_id: id, said },
      licence: claim.licence === UNSTATED_LICENCE ? null : claim.licence,
    },
    verdict: null,
    rebuilt: fault === null ? rebuild(claim, completions, judged, query) : { ok: false, reason: fault },
    agency: claimedAgency(judged, completions),
    profile: profileAttempt(judged, completions, query),
    hasSeen: seenIn(claim.messages),
  };
  return { reading, receipt: null, problemHash: null };
}

function overgrownCall({ messages }: ClaimedConversation): string | null {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const overgrown = calls.some((call) => {
    const json = parseLogJson(call.function.arguments);
    return !json.ok && json.overgrown;
  });
  return overgrown ? 'the arguments of a call are too deep or too large to be read' : null;
}

function claimedId({ format, id, messages, tools }: ClaimedConversation): string {
  if (id !== null && id.length <= MAX_ID) return id.endsWith(SUFFIX) ? id : `${id}${SUFFIX}`;
  return `${format}-${sha256(canonicalJson([id, messages, tools])).slice(0, 32)}${SUFFIX}`;
}

/**
 * A log may use any name for its problem. The name counts only if the messages contain the words of that problem.
 * Otherwise the words are the name, so that two logs cannot use one name for different problems.
 */
function problemOf(
  { messages, problem, query: stated }: ClaimedConversation,
  queries: ReadonlyMap<string, string>,
): { readonly problem_id: string; readonly query: string } {
  const told = messages.flatMap(({ role, content }) => (role === 'user' || role === 'system' ? [content] : []));
  const isTold = (query: string) => query !== '' && told.some((text) => text.includes(query));
  const known = problem === null ? undefined : queries.get(problem);
  if (problem !== null && known !== undefined && isTold(known)) return { problem_id: problem, query: known };
  const first = messages.find(({ role }) => role === 'user')?.content ?? '';
  const asked = stated !== null && isTold(stated) ? stated : first;
  const same = problemsByQuery(queries).get(asked.trim());
  if (same !== undefined) return { problem_id: same, query: queries.get(same)! };
  return { problem_id: `asked-${sha256(asked).slice(0, 24)}`, query: asked };
}

const reversed = new WeakMap<ReadonlyMap<string, string>, ReadonlyMap<string, string>>();

/** Problem ids by query. The same words are the same problem, whatever the log calls it. */
function problemsByQuery(queries: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const known = reversed.get(queries) ?? new Map(Array.from(queries, ([id, query]) => [query.trim(), id]));
  reversed.set(queries, known);
  return known;
}

function policyOf({ model, simulated, turns, messages }: ClaimedConversation): Policy {
  const spoken = messages.flatMap(({ role }, place) => (role === 'assistant' ? [place] : []));
  const names = spoken.map((place) => turns.find(({ message }) => message === place)?.model ?? model);
  const counts = Map.groupBy(names, (name) => name);
  const models = Array.from(counts, ([name, { length: completions }]) => ({
    name,
    endpoint: 'not recorded',
    simulated: simulated || isSimulatedModel(name),
    completions,
  }));
  return {
    name: [...counts.keys()].filter((name) => name !== '').join(' + '),
    simulated: simulated || models.some((each) => each.simulated),
    models,
  };
}

/** The calls that a gateway would have recorded if the log is true: model answers, searches and views. */
function claimedCalls({ messages, tools, turns, model }: ClaimedConversation): Call[] {
  const calls: Call[] = [];
  const offered = tools === null ? undefined : parseLogJson(tools);
  const results = new Map(
    messages.flatMap((each) => (each.role === 'tool' ? [[each.tool_call_id, each.content]] : [])),
  );
  for (const [place, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    const turn = turns.find((each) => each.message === place);
    const request = {
      model: turn?.model ?? model,
      messages: messages.slice(0, place),
      ...(offered?.ok === true && { tools: offered.value }),
    };
    const choice = { index: 0, message, finish_reason: turn?.finish_reason ?? null };
    add(calls, 'inference', {}, request, { choices: [choice] });
    for (const call of message.tool_calls ?? []) {
      const kind = KINDS.get(call.function.name);
      const result = results.get(call.id);
      if (kind === undefined || result === undefined) continue;
      const json = parseLogJson(result);
      add(calls, kind, argumentsOf(call), null, json.ok ? json.value : result);
    }
  }
  return calls;
}

const KINDS: ReadonlyMap<string, CallKind> = new Map([
  ['find_product', 'search'],
  ['view_product_information', 'view'],
]);

function add(calls: Call[], kind: CallKind, parameters: Call['parameters'], request: unknown, response: unknown): void {
  const sequence = calls.length + 1;
  calls.push({
    sequence,
    // The order is the only reliable timing in a log.
    time: new Date(sequence * 1_000).toISOString(),
    kind,
    method: '',
    path: '',
    parameters,
    request,
    status: 200,
    response,
    duration_ms: 0,
    usage: null,
    price_microdollars: null,
    fault: null,
    previous: '',
    hash: '',
  });
}

function argumentsOf({ function: { arguments: written } }: ToolCall): Call['parameters'] {
  const json = parseLogJson(written);
  if (!json.ok || !isJsonObject(json.value)) return {};
  const texts = Object.entries(json.value as JsonObject).map(([key, value]) => [key, plain(value)]);
  return Object.fromEntries(texts) as Call['parameters'];
}

function plain(value: unknown): string | string[] {
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

/** Messages with native calls are used as in the log. If calls are part of the text, the messages are normalised. */
function rebuild(
  claim: ClaimedConversation,
  completions: readonly RecordedCompletion[],
  judged: JudgedAgency,
  query: string,
): Rebuilt {
  if (completions.length === 0) return { ok: false, reason: 'the log has no answer of a model' };
  const isNative = claim.messages.some((message) => message.role === 'assistant' && message.tool_calls !== undefined);
  if (!isNative) {
    const rebuilt = rebuildTrajectory(completions, judged, query);
    return rebuilt.ok ? { ok: true, trajectory: { ...rebuilt.trajectory, fidelity: 'claimed' } } : rebuilt;
  }
  const supplied = missingResults(claim.messages);
  const messages = [...claim.messages, ...supplied];
  const { exported } = claim;
  return {
    ok: true,
    trajectory: {
      query,
      messages,
      tools: claim.tools ?? ourTools(messages),
      tools_given: exported?.tools_given ?? claim.tools !== null,
      fidelity: 'claimed',
      steps: stepsOf(claim),
      supplied_results: (exported?.supplied_results ?? 0) + supplied.length,
      replaced_prompts: exported?.replaced_prompts ?? [],
      side_completions: claim.side_completions,
    },
  };
}

function stepsOf({ messages, turns, model }: ClaimedConversation): TrajectoryStep[] {
  let completion = 0;
  return messages.flatMap(({ role }, message): TrajectoryStep[] => {
    if (role !== 'assistant') return [];
    completion++;
    const turn = turns.find((each) => each.message === message);
    return [
      {
        message,
        completion,
        model: turn?.model ?? (model === '' ? null : model),
        finish_reason: turn?.finish_reason ?? null,
        latency_ms: turn?.latency_ms ?? 0,
        prompt_token_ids: turn?.prompt_token_ids ?? null,
        token_ids: turn?.token_ids ?? null,
        logprobs: turn?.logprobs ?? null,
      },
    ];
  });
}

/** A log that ends with the recommendation often omits the tool's result, because nothing reads it. */
function missingResults(messages: readonly RowMessage[]): RowMessage[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const turn = messages[last];
  if (turn?.role !== 'assistant') return [];
  const answered = new Set(messages.slice(last).flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : [])));
  return (turn.tool_calls ?? []).flatMap((call) => {
    if (answered.has(call.id)) return [];
    const { name, arguments: written } = call.function;
    const json = parseLogJson(written);
    const given = json.ok && isJsonObject(json.value) ? json.value : null;
    const content = suppliedResult({ name, arguments: given, form: 'native' }, []);
    return content === undefined ? [] : [{ role: 'tool' as const, tool_call_id: call.id, name, content }];
  });
}

/** In a log, emitted and executed calls are the same statement, so the best possible verdict is `claimed`. */
function claimedAgency({ agency, executed }: JudgedAgency, completions: readonly RecordedCompletion[]): ClaimedAgency {
  const calls = completions.reduce((sum, completion) => sum + completion.calls.length, 0);
  if (executed.length === 0 && calls > 0) {
    return {
      ...agency,
      verdict: 'claimed',
      because: `the log shows ${calls} calls of the model; nothing recorded them`,
    };
  }
  const { verdict } = agency;
  if (verdict !== 'agentic') return { ...agency, verdict, because: `by the log itself: ${agency.because}` };
  return { ...agency, verdict: 'claimed', because: `by the log alone: ${agency.because}; nothing recorded them` };
}

/** Results of other shops need not be lists of products, so an id counts as shown if any result contains it. */
function seenIn(messages: readonly RowMessage[]): (id: string) => boolean {
  const results = messages.flatMap((message) =>
    message.role === 'tool' && !ECHOES.has(message.name) ? [message.content] : [],
  );
  return (id) => results.some((text) => namesId(text, id));
}

/** Tools that repeat their arguments. */
const ECHOES: ReadonlySet<string> = new Set(['recommend_product', 'terminate']);

function namesId(text: string, id: string): boolean {
  for (let at = text.indexOf(id); id !== '' && at !== -1; at = text.indexOf(id, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ' '}${text[at + id.length] ?? ' '}`)) return true;
  }
  return false;
}
