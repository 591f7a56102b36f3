import { describe, expect, it } from 'vitest';
import { actionIn, remedyParts } from './remedy.ts';

const ID = '0196f8a2-1c3d-7e4f-8a5b-6c7d8e9f0a1b';

describe('remedies of alarms', () => {
  it('marks the commands in a remedy', () => {
    expect(remedyParts("Start another validator, or `assay admin version cancel x --why 'REASON'`.")).toEqual([
      { text: 'Start another validator, or ' },
      { command: "assay admin version cancel x --why 'REASON'" },
      { text: '.' },
    ]);
    expect(remedyParts('`assay admin release claims`')).toEqual([{ command: 'assay admin release claims' }]);
  });

  it.each([
    [`assay admin version cancel ${ID} --why 'REASON'`, 'version cancel', { version: ID }],
    ['assay admin release claims', 'release claims', {}],
    ['npx assay admin race close', 'race close', {}],
    ["assay admin ban validator 5abc --why 'REASON'", 'ban validator', { hotkey: '5abc' }],
  ])('finds the action of the page that does the same as %s', (command, name, values) => {
    const found = actionIn(command)!;
    expect([found.act.command, found.values]).toEqual([name, values]);
  });

  it.each(['assay admin suite create FILE --activate', 'assay problems bank add FILE', 'assay admin stuck', ''])(
    'leaves “%s” to the command line',
    (command) => expect(actionIn(command)).toBeUndefined(),
  );
});
