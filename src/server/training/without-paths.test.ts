import { expect, it } from 'vitest';
import { withoutPaths } from './without-paths.ts';

it.each([
  ['/home/somebody/models/SmolLM2-135M', 'SmolLM2-135M'],
  ['/home/some body/my models/SmolLM2', 'SmolLM2'],
  ['~/models/tiny/', 'tiny'],
  ['../weights/tiny', 'tiny'],
  ['C:\\Users\\somebody\\tiny', 'tiny'],
  ['tiny (from /home/somebody/tiny)', 'tiny (from tiny)'],
  ['a teacher at http://10.0.0.7:8000/v1', 'a teacher at …'],
  ['folder=/srv/secret/models/x', 'folder=x'],
])('removes the path from %s', (words, left) => {
  expect(withoutPaths(words)).toBe(left);
});

it.each([
  'HuggingFaceTB/SmolLM2-135M-Instruct',
  'suites/dev-75',
  'house/adept',
  '1/√n, and/or 3 / 4',
  'pass@1',
  'without the filter …',
  'tiny (2 layers x 128, random)',
  'Mean: 0.5 / 1',
])('leaves %s unchanged', (words) => {
  expect(withoutPaths(words)).toBe(words);
});
