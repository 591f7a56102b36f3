import { describe, expect, it } from 'vitest';
import { type ProviderScript, StandInProvider } from '../../../inference/testing/stand-in-provider.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { scaled } from '../../../testing/scaled.ts';
import type { JudgeReport } from '../../../verdict/judge.ts';
import { AssayRunner } from '../../testing/assay-runner.ts';

const runner = new AssayRunner();

async function assay(...words: string[]) {
  const options = { cwd: process.cwd(), env: { ASSAY_API_KEY: 'key-of-the-arena' } };
  const { code, output, error } = await runner.run(['judge', 'report', ...words], options);
  return { stdout: output, stderr: error, status: code };
}

function reportIn(stdout: string): JudgeReport {
  const json = parseJson(stdout);
  return (json.ok ? json.value : undefined) as JudgeReport;
}

describe('assay judge report', { timeout: scaled(120_000) }, () => {
  it('assay judge report evaluates the gate judge, and grades attempts of another folder as well', async () => {
    const folder = 'src/verdict/judge/attacks/outside/tuning';
    const { stdout, status } = await assay('--attempts', folder, '--json');
    const { judges, with_labels, attacks, outside, predictions, rankings } = reportIn(stdout);
    expect(status).toBe(0);
    const recorded = 'Qwen2.5-Coder-1.5B-Instruct, recorded';
    expect(judges).toEqual(['gates', recorded]);
    expect(with_labels[0]!.attempts).toBeGreaterThanOrEqual(60);
    expect(attacks[0]!.results.at(-1)!.tries).toBeGreaterThanOrEqual(25);
    const tuning = { attacks: { tries: 40 }, honest: { attempts: 21 } };
    const second = { attacks: { tries: 66 }, honest: { attempts: 24 } };
    expect(outside).toMatchObject([
      { judge: 'gates', set: 'tuning', ...tuning },
      { judge: 'gates', set: 'second', ...second },
      { judge: 'gates', set: 'second, results opened', ...second },
      { judge: 'gates', set: folder, ...tuning },
      { judge: recorded, set: 'tuning', ...tuning },
      { judge: recorded, set: folder },
    ]);
    expect(outside[3]!.attacks).toEqual(outside[0]!.attacks);
    expect(predictions.map(({ agents }) => agents)).toEqual(['all', 'agentic', 'all', 'agentic']);
    expect(rankings[0]!.agents.map(({ rank_without_judge }) => rank_without_judge)).toContain(1);
  });

  it('assay judge report prints the evaluation as text', async () => {
    const { stdout, status } = await assay();
    expect(status).toBe(0);
    expect(stdout).toContain("Cohen's kappa");
    expect(stdout).toContain('Attacks on gates');
    expect(stdout).toContain('rank without');
    expect(stdout).toContain('Attempts written without knowledge of the judge');
    expect(stdout).toContain('AUC, 95 %');
  });

  it('assay judge report names the file that a folder of attempts lacks', async () => {
    const { stderr, status } = await assay('--attempts', 'no/such/folder');
    expect(status).toBe(2);
    expect(stderr).toContain('products.json does not exist');
  });

  it('assay judge report compares a panel, paid by the arena', { tags: 'slow' }, async () => {
    const provider = await StandInProvider.start();
    const generous: ProviderScript = (response) => {
      const content = '{"explanation": "all is well", "gates": [true, true, true, true]}';
      response.writeHead(200).end(JSON.stringify({ choices: [{ message: { content } }] }));
    };
    provider.reset(...Array.from({ length: 5_000 }, () => generous));
    const { stdout } = await assay('--model', 'a', '--model', 'b', '--base-url', provider.baseUrl, '--json');
    provider.stop();
    const report = reportIn(stdout);
    expect(report.judges).toEqual(['gates', 'panel', 'a', 'b']);
    expect(report.between_judges).toHaveLength(6);
    expect(report.attacks[1]!.results.at(-1)!.worked.rate).toBe(1);
    expect(provider.requests.every(({ headers }) => headers.authorization === 'Bearer key-of-the-arena')).toBe(true);
  });

  it.each([
    [['--model', 'house/expert'], 'cannot judge'],
    [['--model', 'a'], 'needs both a model and the address'],
    [['--base-url', 'http://127.0.0.1:9/v1'], 'needs both a model and the address'],
  ])('assay judge report rejects %j', async (words, message) => {
    const { stderr, status } = await assay(...words);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
