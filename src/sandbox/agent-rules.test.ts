import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AGENT_RULES } from './agent-rules.ts';

const PAGE = readFileSync(new URL('../../docs/contestant.md', import.meta.url), 'utf8');

it('the list of allowed modules is documented for contestants in full', () => {
  const [, section = ''] = PAGE.split('## What the agent may import\n');
  const indented = [...section.split('\n## ')[0]!.matchAll(/^ {4}(.+)$/gm)].flatMap(([, line]) =>
    line!.trim().split(/\s+/),
  );
  const kit = new Set(['assay', 'src', 'src.agent', 'ujson', '__future__']);
  const modules = AGENT_RULES.modules.filter((module) => !kit.has(module));
  expect(indented).toEqual([...modules].sort());
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, module, parts]) => [module, parts]);
  const parts = Object.entries(AGENT_RULES.parts).map(([module, names]) => [
    module,
    names.map((name) => `\`${name}\``).join(', '),
  ]);
  expect(rows).toEqual(parts);
});
