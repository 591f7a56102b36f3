import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildMarket } from '../../src/market/build-market.ts';
import { indexPath } from '../../src/market/market-folder.ts';
import { ThreadedSearch } from '../../src/market/search.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { synthesiseProblems } from '../../src/problems/synthesis.ts';
import { chooseSandbox } from '../../src/sandbox/choose-sandbox.ts';
import { DEFAULT_LIMITS, type Sandbox } from '../../src/sandbox/sandbox.ts';
import type { OpenModels } from '../../src/validator/open-models.ts';
import { ownEvidence, tryAgent } from '../../src/validator/try-agent.ts';
import { processorMilliseconds } from './processor-time.ts';
import type { Measured } from './throughput.ts';

/** Two short completions and a search: even with a small model, most of the attempt's time is the model's. */
const AGENT = `
import assay

def agent_main(problem):
    dialogue = assay.Dialogue(problem["query"])
    ask = lambda text: assay.chat([{"role": "user", "content": text}], max_tokens=32, temperature=0.7).content
    words = ask("Name the product in two words: " + problem["query"][:160])
    search = assay.tools.execute("find_product", {"q": " ".join(words.split()[:4]) or "lamp"})
    dialogue.add(think=words, tool_calls=[search])
    dialogue.add(think=ask("Say in a sentence why it fits: " + problem["query"][:160]), tool_calls=[])
    return dialogue.steps
`;

/** What attempts need besides a model: a market, problems and a sandbox. */
export class AttemptSite {
  readonly #folder: string;
  readonly #search: ThreadedSearch;
  readonly #problems: readonly Problem[];
  readonly #sandbox: Sandbox;

  private constructor(folder: string, search: ThreadedSearch, problems: readonly Problem[], sandbox: Sandbox) {
    this.#folder = folder;
    this.#search = search;
    this.#problems = problems;
    this.#sandbox = sandbox;
  }

  static async open(folder: string, count: number): Promise<AttemptSite> {
    await buildMarket({ products: 3_000, seed: 7, folder });
    const search = ThreadedSearch.open(indexPath(folder), 1);
    const mix = { product: 1, shop: 1, voucher: 1 };
    const problems = await Array.fromAsync(synthesiseProblems({ index: search.index, count, mix, seed: 7 }));
    return new AttemptSite(folder, search, problems, await chooseSandbox());
  }

  /** Runs attempts in the same way as a validator, including evidence and judge. */
  async attemptsPerMinute(models: OpenModels, workers: number): Promise<Measured> {
    const data = mkdtempSync(join(this.#folder, 'attempts-'));
    const place = {
      models,
      sandbox: this.#sandbox,
      search: this.#search,
      wallMilliseconds: DEFAULT_LIMITS.wallMilliseconds,
      ...ownEvidence(data, 1_000),
    };
    const agent = { name: 'two_completions.py', source: Buffer.from(AGENT) };
    const processor = processorMilliseconds();
    const started = performance.now();
    let attempts = 0;
    const order = { runId: randomUUID(), agent, problems: this.#problems, model: models.model, workers };
    for await (const { attempt } of tryAgent(order, place)) {
      if (attempt.fault !== null) throw new Error(`${attempt.fault.code}: ${attempt.fault.message}`);
      attempts++;
    }
    const rate = attempts / ((performance.now() - started) / 60_000);
    rmSync(data, { recursive: true });
    // Does not include sandboxes, which have ended.
    return { rate, processor: processor === null ? null : (processorMilliseconds()! - processor) / attempts };
  }

  async close(): Promise<void> {
    await this.#search.close();
    await this.#sandbox.close();
  }
}
