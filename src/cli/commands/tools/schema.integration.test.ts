import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openAiTools } from '../../../tools/openai-tools.ts';
import { FOUR_TOOLS } from '../../../tools/shopping-tools.ts';
import { AssayRunner, type Ran } from '../../testing/assay-runner.ts';

const runner = new AssayRunner();

async function assay(...words: string[]): Promise<Ran> {
  return await runner.run(['tools', 'schema', ...words], { cwd: tmpdir() });
}

describe('assay tools schema', () => {
  it('assay tools schema prints the schemas of either harness', async () => {
    expect(JSON.parse((await assay('--json')).output)).toEqual(openAiTools());
    const four = await assay('--tools', '4');
    expect(JSON.parse(four.output)).toEqual(openAiTools(FOUR_TOOLS.map((tool) => tool.name)));
    expect(four.code).toBe(0);
  });

  it('assay tools schema rejects an unknown harness', async () => {
    const { code, error } = await assay('--tools', '5');
    expect(error).toContain('It must be 4, 7 or 8.');
    expect(code).toBe(2);
  });
});
