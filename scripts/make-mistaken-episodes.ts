/**
 * Makes episodes in which the simulated teacher makes one mistake and corrects it, for `make-teacher-rows.ts --mistakes`.
 * A student that was trained only on a teacher without mistakes has hardly seen a failed check, and goes on as if it had
 * succeeded.
 *
 *   node scripts/make-mistaken-episodes.ts --problems problems.jsonl --market DIR --recipe recipes/assay-0.5b.json --out episodes.jsonl
 *
 * Each problem that the teacher solves is attempted again with a mistake (`teacher-rows/make-mistake.ts`). An episode is
 * kept if it succeeds nevertheless and, where a wrong product was chosen, the check of it showed the mistake.
 */
import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Endpoint, Reply } from '../src/chat/client.ts';
import type { ChatRequest } from '../src/chat/schema.ts';
import { type Episode, harnessOf, runEpisode } from '../src/evaluation/harness.ts';
import { InferenceEndpoint } from '../src/inference/inference-endpoint.ts';
import { existingIndexPath } from '../src/market/market-folder.ts';
import { EmbeddedSearch } from '../src/market/search.ts';
import type { Problem } from '../src/problems/problem.ts';
import { readProblemFile } from '../src/problems/read-problem-file.ts';
import { Random } from '../src/random/random.ts';
import { SimulatedInference } from '../src/simulated/simulated-inference.ts';
import { readRecipe } from '../src/training/recipe.ts';
import { rowMessages } from '../src/training/rows/episode-trace.ts';
import { MISTAKES, type Mistake, makeMistake, recommendedIn } from './teacher-rows/make-mistake.ts';
import { type MistakenEpisode, noticedIn } from './teacher-rows/mistaken-episode.ts';

const TEACHER = 'house/expert';

const { values } = parseArgs({
  options: {
    recipe: { type: 'string', default: 'recipes/assay-0.5b.json' },
    problems: { type: 'string' },
    market: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const { problems: problemFile, market, out } = values;
if (problemFile === undefined || market === undefined || out === undefined) {
  console.error('Give --problems, --market and --out.');
  process.exit(2);
}
const recipe = readRecipe(values.recipe);
const harness = harnessOf(recipe.harness.tools, 'native', recipe.harness.max_observation);
const search = EmbeddedSearch.open(existingIndexPath(market));
const teacher = new InferenceEndpoint(new SimulatedInference());
const counts: Record<string, number> = {};

const file = await open(out, 'w');
for (const [place, problem] of (await readProblemFile(problemFile)).entries()) {
  const random = new Random(Number(values.seed), place);
  const made = await mistakenEpisode(problem, random.pick(MISTAKES), random);
  const outcome = typeof made === 'string' ? made : made.mistake;
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  if (typeof made !== 'string') await file.write(`${JSON.stringify(made)}\n`);
}
await file.close();
console.log(`${problemFile}: ${JSON.stringify(counts)}`);

async function mistakenEpisode(problem: Problem, mistake: Mistake, random: Random): Promise<MistakenEpisode | string> {
  const faultless = await attempt(problem, teacher);
  if (faultless?.strict.success !== true) return 'not solved';
  const right = recommendedIn(rowMessages(faultless.messages));
  let at: number | undefined;
  const mistaken: Endpoint = {
    async ask(body: ChatRequest): Promise<Reply> {
      const reply = await teacher.ask(body);
      const messages = rowMessages(body.messages as Episode['messages']);
      const changed =
        reply.kind === 'completion'
          ? makeMistake({ mistake, messages, completion: reply.completion, right, random })
          : undefined;
      if (reply.kind !== 'completion' || changed === undefined) return reply;
      at = messages.length;
      return { ...reply, completion: changed };
    },
  };
  const episode = await attempt(problem, mistaken);
  if (at === undefined) return 'no place for a mistake';
  if (episode?.strict.success !== true) return 'not corrected';
  const made: MistakenEpisode = { problem_id: problem.id, mistake, at, messages: rowMessages(episode.messages) };
  return noticedIn(made) ? made : 'not noticed';
}

async function attempt(problem: Problem, endpoint: Endpoint): Promise<Episode | undefined> {
  const request = { model: TEACHER, temperature: 0.9, seed: Number(values.seed) };
  const maxTurns = recipe.harness.max_turns;
  const outcome = await runEpisode({ problem, harness, search, maxTurns, request, endpoint, keepsSeed: true });
  return outcome.kind === 'episode' ? outcome.episode : undefined;
}
