import { chatText, type TemplateMessage } from '../../chat/chat-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { isClaimed, isRewritten, type ReleaseRow } from '../release/release-row.ts';
import type { CorpusFormat } from './corpus-format.ts';

interface AtifCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: object;
  readonly extra?: { readonly arguments_text: string };
}

interface AtifStep {
  readonly step_id: number;
  readonly source: 'system' | 'user' | 'agent';
  readonly message: string;
  readonly model_name?: string;
  readonly tool_calls?: readonly AtifCall[];
  readonly observation?: { readonly results: readonly AtifResult[] };
  readonly metrics?: object;
  readonly extra?: object;
}

interface AtifResult {
  readonly source_call_id: string;
  readonly content: string;
}

/** One trajectory per line, in version 1.7. Results belong to the step that made the call. */
export const atif: CorpusFormat = {
  name: 'atif',
  about: 'Agent Trajectory Interchange Format 1.7, one trajectory a line',
  shuffled: false,
  rendersTools: true,
  takesMarked: true,
  marksRows: true,
  render(row, tools) {
    const steps = stepsOf(row);
    if (steps === undefined) return { lines: [], losses: ['ROW_UNFIT'] };
    const { problem_id, query, leak_cluster, split, licence, trains, fidelity, receipt } = row;
    const line = {
      schema_version: 'ATIF-v1.7',
      session_id: row.attempt.run_id ?? row.id,
      trajectory_id: row.id,
      agent: {
        name: 'assay-contestant',
        version: row.agent,
        model_name: row.policy.name,
        tool_definitions: tools.list,
        extra: { simulated: row.policy.simulated },
      },
      steps,
      final_metrics: { total_steps: steps.length },
      extra: {
        ...{ problem_id, query, leak_cluster, split, licence, trains, fidelity, receipt, outcome: row.outcome },
        ...{ tools_given: row.tools_given, supplied_results: row.supplied_results },
        ...(row.replaced_prompts !== undefined && { replaced_prompts: row.replaced_prompts }),
        ...(isClaimed(row) && { source: row.source, claimed: row.claimed }),
        ...(isRewritten(row) && { source: row.source, rewritten: row.rewritten }),
      },
    };
    return { lines: [{ line, through: row.messages.length }], losses: [] };
  },
  targetText(line) {
    const { steps, agent } = line as unknown as {
      readonly steps: readonly AtifStep[];
      readonly agent: { readonly tool_definitions: readonly unknown[] };
    };
    return chatText(steps.flatMap(messagesOf), agent.tool_definitions);
  },
};

/** `undefined` if a result belongs to no call of the step before it. */
function stepsOf(row: ReleaseRow): AtifStep[] | undefined {
  const steps: AtifStep[] = [];
  for (const [place, message] of row.messages.entries()) {
    const step_id = steps.length + 1;
    if (message.role === 'tool') {
      const before = steps.pop();
      const isCalled = before?.tool_calls?.some(({ tool_call_id }) => tool_call_id === message.tool_call_id) === true;
      if (before === undefined || !isCalled) return undefined;
      const result = { source_call_id: message.tool_call_id, content: message.content };
      steps.push({ ...before, observation: { results: [...(before.observation?.results ?? []), result] } });
    } else if (message.role === 'assistant') steps.push({ step_id, ...spoken(row, message, place) });
    else steps.push({ step_id, source: message.role, message: message.content });
  }
  return steps;
}

function spoken(
  row: ReleaseRow,
  message: Extract<RowMessage, { role: 'assistant' }>,
  place: number,
): Omit<AtifStep, 'step_id'> {
  const known = row.steps.find((step) => step.message === place);
  const tokens = {
    ...(known?.prompt_token_ids && { prompt_token_ids: known.prompt_token_ids }),
    ...(known?.token_ids && { completion_token_ids: known.token_ids }),
    ...(known?.logprobs && { logprobs: known.logprobs }),
  };
  return {
    source: 'agent',
    message: message.content,
    model_name: known?.model ?? row.policy.name,
    ...(message.tool_calls && { tool_calls: message.tool_calls.map(atifCall) }),
    ...(Object.keys(tokens).length > 0 && { metrics: tokens }),
    ...(known && { extra: { finish_reason: known.finish_reason, latency_ms: known.latency_ms } }),
  };
}

/** Arguments are an object here. If serialising it does not give the original bytes, the original text is included. */
function atifCall({
  id,
  function: { name, arguments: given },
}: {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}): AtifCall {
  const json = parseJson(given);
  const value = json.ok && isJsonObject(json.value) ? json.value : {};
  const exact = JSON.stringify(value) === given;
  const call = { tool_call_id: id, function_name: name, arguments: value };
  return exact ? call : { ...call, extra: { arguments_text: given } };
}

function messagesOf(step: AtifStep): TemplateMessage[] {
  if (step.source !== 'agent') return [{ role: step.source, content: step.message }];
  const calls = step.tool_calls?.map((call) => ({
    function: {
      name: call.function_name,
      arguments: call.extra?.arguments_text ?? JSON.stringify(call.arguments),
    },
  }));
  const results = step.observation?.results ?? [];
  return [
    { role: 'assistant', content: step.message, ...(calls && { tool_calls: calls }) },
    ...results.map(({ content }) => ({ role: 'tool', content })),
  ];
}
