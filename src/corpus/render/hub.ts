import { chatText, type TemplateMessage } from '../../chat/chat-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { ownField, textOf } from '../../json/json-object.ts';
import type { ReleaseRow } from '../release/release-row.ts';
import { toolList } from '../release/tool-list.ts';
import type { CorpusFormat } from './corpus-format.ts';
import { hubCard } from './hub-card.ts';

/**
 * A dataset for the Hugging Face Hub: Parquet shards for each split and a card that lists them. Every column is
 * required. Missing values are an empty text or an empty list, because `datasets` would pass nulls to templates and
 * trainers.
 */
export const hub: CorpusFormat = {
  name: 'hub',
  about: 'Hugging Face dataset: Parquet shards and a card; tokens and log-probabilities where they are known',
  shuffled: false,
  rendersTools: true,
  takesMarked: true,
  marksRows: true,
  sharded: true,
  columns: [
    { name: 'id', type: 'text' },
    { name: 'problem_id', type: 'text' },
    { name: 'leak_cluster', type: 'text' },
    { name: 'query', type: 'text' },
    {
      name: 'messages',
      type: {
        list: {
          record: {
            role: 'text',
            content: 'text',
            tool_calls: {
              list: {
                record: { id: 'text', type: 'text', function: { record: { name: 'text', arguments: 'text' } } },
              },
            },
            tool_call_id: 'text',
            name: 'text',
          },
        },
      },
    },
    { name: 'tools', type: 'text' },
    { name: 'source', type: 'text' },
    { name: 'trains', type: 'text' },
    { name: 'fidelity', type: 'text' },
    { name: 'replaced_prompts', type: 'text' },
    { name: 'tools_given', type: 'boolean', mayBeMissing: true },
    { name: 'supplied_results', type: 'integer', mayBeMissing: true },
    { name: 'agency', type: 'text' },
    { name: 'outcome', type: 'text' },
    { name: 'verdict', type: 'text' },
    { name: 'model', type: 'text' },
    { name: 'simulated', type: 'boolean' },
    { name: 'licence', type: 'text' },
    { name: 'agent', type: 'text' },
    { name: 'receipt', type: 'text' },
    { name: 'tokens', type: 'integer' },
    {
      name: 'steps',
      type: {
        list: {
          record: {
            message: 'integer',
            model: 'text',
            finish_reason: 'text',
            latency_ms: 'number',
            prompt_token_ids: { list: 'integer' },
            token_ids: { list: 'integer' },
            logprobs: { list: 'number' },
          },
        },
      },
    },
    { name: 'claimed', type: 'text' },
    { name: 'rewritten', type: 'text' },
  ],
  render(row, tools) {
    const { id, problem_id, leak_cluster, query, source, trains, fidelity, policy, licence, agent, outcome } = row;
    const line = {
      ...{ id, problem_id, leak_cluster, query, source, trains, fidelity, licence, agent },
      replaced_prompts: row.replaced_prompts?.join(',') ?? 'unknown',
      tools_given: row.tools_given,
      supplied_results: row.supplied_results,
      messages: row.messages.map(wholeMessage),
      tools: tools.text,
      agency: textOf(ownField(row.agency, 'verdict')) ?? '',
      outcome: outcome === null ? 'unknown' : outcome.success ? 'success' : 'failure',
      verdict: outcome === null ? '' : JSON.stringify(outcome),
      model: policy.name,
      simulated: policy.simulated,
      receipt: row.receipt?.hash ?? '',
      tokens: Math.round(row.tokens.rendered),
      steps: row.steps.map(wholeStep),
      claimed: row.claimed === undefined ? '' : JSON.stringify(row.claimed),
      rewritten: row.rewritten === undefined ? '' : JSON.stringify(row.rewritten),
    };
    return { lines: [{ line, through: row.messages.length }], losses: [] };
  },
  targetText: (line) => chatText(line.messages as TemplateMessage[], toolList(line.tools as string)),
  companions: (exported) => ({ 'README.md': hubCard(exported) }),
};

function wholeMessage(message: RowMessage) {
  const isResult = message.role === 'tool';
  return {
    role: message.role,
    content: message.content,
    tool_calls: message.role === 'assistant' ? (message.tool_calls ?? []) : [],
    tool_call_id: isResult ? message.tool_call_id : '',
    name: isResult ? message.name : '',
  };
}

function wholeStep(step: ReleaseRow['steps'][number]) {
  return {
    message: step.message,
    model: step.model ?? '',
    finish_reason: step.finish_reason ?? '',
    latency_ms: step.latency_ms,
    prompt_token_ids: step.prompt_token_ids ?? [],
    token_ids: step.token_ids ?? [],
    logprobs: step.logprobs ?? [],
  };
}
