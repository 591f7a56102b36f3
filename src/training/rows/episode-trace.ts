import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type ChatMessage, type RowMessage, type ToolCall, toolCallSchema } from '../../chat/schema.ts';
import { type EpisodeMode, hasRun, readJournal, readRun, transcriptsPath } from '../../evaluation/run.ts';
import { parseJson } from '../../json/parse-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Trace } from './trace.ts';

export interface EpisodeTrace extends Trace {
  readonly mode: EpisodeMode;
  readonly success: boolean;
}

const transcriptSchema = z.object({
  problem_id: z.string(),
  mode: z.enum(['greedy', 'sampled']),
  sample: z.int().nonnegative(),
  messages: z.array(
    z.object({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      content: z.string().nullable(),
      tool_calls: z.array(toolCallSchema).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
});

/**
 * Reads the episodes of an evaluation folder as conversations, in the order of the run and not of measurement.
 * Returns none if there is no evaluation. A transcript whose hash is not in the journal belongs to an unfinished
 * episode and is skipped.
 */
export async function readEpisodes(
  folder: string,
  source: 'samples' | 'teacher',
  tools: string,
): Promise<readonly EpisodeTrace[]> {
  // The deadline may have passed before the first episode.
  if (!hasRun(folder) || !existsSync(transcriptsPath(folder))) return [];
  const run = readRun(folder);
  const lines = new Map(readJournal(folder).episodes.map((line) => [line.transcript, line]));
  const traces: EpisodeTrace[] = [];
  for await (const text of createInterface({ input: createReadStream(transcriptsPath(folder)) })) {
    const line = lines.get(sha256(text));
    if (line === undefined) continue;
    const json = parseJson(text);
    const transcript = transcriptSchema.parse(json.ok ? json.value : undefined);
    traces.push({
      id: `${source}:${line.problem_id}:${line.mode}:${line.sample}`,
      problem_id: line.problem_id,
      source,
      mode: line.mode,
      success: line.success,
      simulated: run.simulated,
      messages: rowMessages(transcript.messages),
      tools,
    });
    lines.delete(line.transcript);
  }
  const places = new Map(run.problems.map(({ id }, place) => [id, place]));
  return traces.toSorted(
    (left, right) =>
      places.get(left.problem_id)! - places.get(right.problem_id)! ||
      left.id.localeCompare(right.id, 'en', { numeric: true }),
  );
}

/** Adds the tool name to results. The wire format omits it, but the corpus rules need it. */
export function rowMessages(messages: readonly ChatMessage[]): readonly RowMessage[] {
  const names = new Map<string, string>();
  return messages.map((message): RowMessage => {
    // The harness sends and keeps text only.
    const content = typeof message.content === 'string' ? message.content : '';
    if (message.role === 'tool') {
      const id = message.tool_call_id ?? '';
      return { role: 'tool', tool_call_id: id, name: names.get(id) ?? '', content };
    }
    if (message.role !== 'assistant') return { role: message.role, content };
    const calls: readonly ToolCall[] = message.tool_calls ?? [];
    for (const each of calls) names.set(each.id, each.function.name);
    return { role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) };
  });
}
