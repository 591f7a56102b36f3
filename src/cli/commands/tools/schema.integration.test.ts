import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAiTools } from '../../../tools/openai-tools.ts';
import { FOUR_TOOLS } from '../../../tools/shopping-tools.ts';

const ASSAY = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));

function assay(...words: string[]) {
  return spawnSync(process.execPath, [ASSAY, 'tools', 'schema', ...words], { encoding: 'utf8' });
}

describe('assay tools schema', () => {
  it('assay tools schema prints the schemas of either harness', () => {
    expect(JSON.parse(assay('--json').stdout)).toEqual(openAiTools());
    const four = assay('--tools', '4');
    expect(JSON.parse(four.stdout)).toEqual(openAiTools(FOUR_TOOLS.map((tool) => tool.name)));
    expect(four.status).toBe(0);
  });

  it('assay tools schema rejects an unknown harness', () => {
    const { status, stderr } = assay('--tools', '5');
    expect(stderr).toContain('It must be 4, 7 or 8.');
    expect(status).toBe(2);
  });
});
