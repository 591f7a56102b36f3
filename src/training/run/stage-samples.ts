import { createReadStream, existsSync, statSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { contentText } from '../../chat/content-text.ts';
import type { RowMessage } from '../../chat/schema.ts';
import { hasRun, type RunRecord, readJournal, readRun, transcriptsPath } from '../../evaluation/run.ts';
import { parseJson } from '../../json/parse-json.ts';
import { fileSize, linesWithPositions } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import { recipeSchema } from '../recipe/recipe-schema.ts';
import { STARTS, type Start, stageLabel } from '../recipe/stage.ts';
import type { TrainingRun, TrainingSamples } from '../summary/training-runs.ts';
import { readMark } from './finished-mark.ts';
import { RunFolder } from './run-folder.ts';

interface MeasuredStage {
  readonly stage: Start;
  readonly folder: string;
  readonly run: RunRecord;
}

/** Larger transcript files are not searched for a page. */
const MAX_TRANSCRIPT_BYTES = 512 * 1024 ** 2;
const MOST_MESSAGES = 100;
const MOST_CHARACTERS = 20_000;

/**
 * Stages whose episodes were recorded and may be shown. The problems of a held-out suite must not be read, so an
 * evaluation on one has no samples.
 */
function sampledStages(root: string): readonly MeasuredStage[] {
  const folder = new RunFolder(root);
  return STARTS.flatMap((stage) => {
    const { evaluation } = folder.stage(stage);
    if (!hasRun(evaluation) || !existsSync(transcriptsPath(evaluation))) return [];
    const run = readRun(evaluation);
    if (run.suite.kind !== 'dev' || fileSize(transcriptsPath(evaluation)) > MAX_TRANSCRIPT_BYTES) return [];
    return [{ stage, folder: evaluation, run }];
  });
}

/** Whether episodes of a stage were recorded and may be shown, without reading them. */
export function hasSamples(root: string): boolean {
  return sampledStages(root).length > 0;
}

type Episode = ReturnType<typeof readJournal>['episodes'][number];

/**
 * Index of the recorded episodes of a run, built once. Otherwise every request would read all journals and
 * transcripts.
 */
export class RecordedSamples {
  readonly #model: { readonly adapter: string | null };
  readonly #stages: readonly (MeasuredStage & { readonly episodes: ReadonlyMap<string, Episode> })[];
  /** Positions of each problem's transcripts, by evaluation folder. */
  readonly #positions = new Map<string, Promise<ReadonlyMap<string, readonly Position[]>>>();

  constructor(root: string) {
    this.#model = readMark(new RunFolder(root).recipe, recipeSchema)?.model ?? { adapter: null };
    this.#stages = sampledStages(root).map((stage) => ({ ...stage, episodes: shownEpisodes(stage.folder) }));
  }

  /** Problems with recorded episodes, those recorded in most stages first. */
  get problems(): TrainingRun['sampled_problems'] {
    const problems = new Map<string, { category: string; stages: number }>();
    for (const { episodes, run } of this.#stages) {
      for (const { id, category } of run.problems) {
        if (!episodes.has(id)) continue;
        problems.set(id, { category, stages: (problems.get(id)?.stages ?? 0) + 1 });
      }
    }
    return [...problems]
      .map(([problem_id, { category, stages }]) => ({ problem_id, category, stages }))
      .sort((left, right) => right.stages - left.stages);
  }

  /** One episode at the problem from each stage. */
  async at(problemId: string): Promise<Omit<TrainingSamples, 'run_id'>> {
    const samples: TrainingSamples['samples'] = [];
    let suite = '';
    for (const { stage, folder, run, episodes } of this.#stages) {
      const episode = episodes.get(problemId);
      if (episode === undefined) continue;
      const positions = (await this.#positionsIn(folder)).get(problemId) ?? [];
      const messages = await transcriptAt(folder, positions, episode.transcript);
      if (messages === undefined) continue;
      suite = run.suite.name;
      const { sample, success, ending, failure } = episode;
      // `eval run --no-greedy --temperature 0` records it as a sample.
      const mode = run.temperature === 0 ? 'greedy' : episode.mode;
      samples.push({ stage: stageLabel(stage, this.#model), mode, sample, success, ending, failure, messages });
    }
    return { problem_id: problemId, suite, samples };
  }

  #positionsIn(folder: string): Promise<ReadonlyMap<string, readonly Position[]>> {
    const known = this.#positions.get(folder);
    if (known !== undefined) return known;
    const found = findTranscripts(folder);
    this.#positions.set(folder, found);
    return found;
  }
}

/** Changes when an evaluation of the run is continued or replaced. */
export function samplesVersion(root: string): string {
  const folder = new RunFolder(root);
  return STARTS.map((stage) => {
    const { evaluation } = folder.stage(stage);
    const found = statSync(transcriptsPath(evaluation), { throwIfNoEntry: false });
    return `${found?.ino} ${found?.size} ${found?.mtimeMs}`;
  }).join(', ');
}

/** The greedy episode of each problem, or the first sample. */
function shownEpisodes(folder: string): ReadonlyMap<string, Episode> {
  const shown = new Map<string, Episode>();
  const order = ({ mode, sample }: Episode): number => (mode === 'greedy' ? -1 : sample);
  for (const episode of readJournal(folder).episodes) {
    const known = shown.get(episode.problem_id);
    if (known === undefined || order(episode) < order(known)) shown.set(episode.problem_id, episode);
  }
  return shown;
}

interface Position {
  readonly start: number;
  readonly bytes: number;
}

const PROBLEM_OF_LINE = /^\{"problem_id":("(?:[^"\\]|\\.)*"),/;

async function findTranscripts(folder: string): Promise<ReadonlyMap<string, readonly Position[]>> {
  const positions = new Map<string, Position[]>();
  for await (const { start, bytes, text } of linesWithPositions(createReadStream(transcriptsPath(folder)))) {
    const quoted = PROBLEM_OF_LINE.exec(text.slice(0, 1_000))?.[1];
    const json = parseJson(quoted ?? '');
    if (!json.ok || typeof json.value !== 'string') continue;
    const own = positions.get(json.value) ?? [];
    own.push({ start, bytes });
    positions.set(json.value, own);
  }
  return positions;
}

const transcriptSchema = z.looseObject({
  messages: z.array(
    z.looseObject({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      content: z.unknown(),
      name: z.string().optional(),
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) }))
        .optional(),
    }),
  ),
});

/** The transcript with the hash in the journal, if it exists. */
async function transcriptAt(
  folder: string,
  positions: readonly Position[],
  hash: string,
): Promise<RowMessage[] | undefined> {
  for (const { start, bytes } of positions) {
    const text = await readText(createReadStream(transcriptsPath(folder), { start, end: start + bytes - 1 }));
    if (sha256(text) !== hash) continue;
    const json = parseJson(text);
    const transcript = transcriptSchema.safeParse(json.ok ? json.value : undefined);
    return transcript.data?.messages.slice(0, MOST_MESSAGES).map(shownMessage);
  }
  return undefined;
}

type SpokenMessage = z.infer<typeof transcriptSchema>['messages'][number];

function shownMessage({ role, content, name, tool_call_id, tool_calls = [] }: SpokenMessage): RowMessage {
  const text = contentText(content).slice(0, MOST_CHARACTERS).toWellFormed();
  if (role === 'tool') return { role, tool_call_id: tool_call_id ?? '', name: name ?? 'a tool', content: text };
  if (role !== 'assistant') return { role, content: text };
  const calls = tool_calls.map(({ id, function: of }) => {
    const given = of.arguments.slice(0, MOST_CHARACTERS).toWellFormed();
    return { id, type: 'function' as const, function: { name: of.name, arguments: given } };
  });
  return { role, content: text, ...(calls.length > 0 && { tool_calls: calls }) };
}
