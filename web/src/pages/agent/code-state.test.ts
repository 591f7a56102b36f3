import { expect, it } from 'vitest';
import { codeState } from './code-state.ts';

const NOON = '2026-01-02T20:00:00.000Z';
const HIDDEN = { release_state: 'HIDDEN', code_available_at: null, miner_hotkey: 'owner', phase: 'QUALIFIED' } as const;

it('code is readable by all once released, before that by its owner, and never for losers', () => {
  expect(codeState({ ...HIDDEN, release_state: 'RELEASED' }, undefined)).toEqual({ kind: 'released' });
  expect(codeState(HIDDEN, 'somebody')).toEqual({ kind: 'never won' });
  expect(codeState({ ...HIDDEN, code_available_at: NOON }, undefined)).toEqual({ kind: 'embargo', until: NOON });
  expect(codeState({ ...HIDDEN, code_available_at: NOON }, 'owner')).toEqual({
    kind: 'own',
    sealed: { kind: 'embargo', until: NOON },
  });
});

it('the code of a removed winner is withheld', () => {
  for (const phase of ['DISCARDED', 'BANNED', 'CANCELLED'] as const) {
    expect(codeState({ ...HIDDEN, phase, code_available_at: NOON }, undefined)).toMatchObject({ kind: 'held back' });
  }
});
