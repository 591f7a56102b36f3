import { describe, expect, it } from 'vitest';
import { inspectFile, linesAround } from './inspect-file.ts';

function look(text: string) {
  return inspectFile(new TextEncoder().encode(text));
}

describe('file preview', () => {
  it('the file preview finds nothing wrong with an agent', () => {
    expect(look('import assay\n\ndef agent_main(problem):\n    return []\n').problem).toBeUndefined();
    expect(look('async def agent_main(problem): ...').problem).toBeUndefined();
    expect(look('agent_main = make()').problem).toBeUndefined();
  });

  it('the file preview detects unusable files', () => {
    expect(look('').problem).toMatch(/empty/);
    expect(inspectFile(Uint8Array.of(0xff, 0xfe)).problem).toMatch(/UTF-8/);
    expect(look('class A:\n    def agent_main(self): ...').problem).toMatch(/agent_main/);
    expect(look('def agent_mainly(): ...').problem).toMatch(/agent_main/);
  });

  it('the file preview shows a line between its neighbours, also the first and last', () => {
    const { lines } = look('one\r\ntwo\nthree');
    expect(linesAround(lines, 1).map(({ number }) => number)).toEqual([1, 2]);
    expect(linesAround(lines, 2)).toMatchObject([{ text: 'one' }, { text: 'two', isMarked: true }, { text: 'three' }]);
    expect(linesAround(lines, 3).map(({ number }) => number)).toEqual([2, 3]);
    expect(linesAround(lines, 0)).toEqual([]);
    expect(linesAround(lines, 4)).toEqual([]);
  });
});
