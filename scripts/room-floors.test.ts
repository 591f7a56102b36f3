import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { roomTable } from './room-floors.ts';

it('the table of rooms and floors in docs/architecture.md is current', () => {
  const page = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
  expect(page).toContain(roomTable());
});
