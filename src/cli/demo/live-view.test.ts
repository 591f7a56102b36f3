import { describe, expect, it } from 'vitest';
import { createTerminal } from '../output/terminal.ts';
import { DemoOutput } from './demo-output.ts';
import { LiveView } from './live-view.ts';

function screen(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, rows: 5, write: (text: string) => written.push(text) > 0 };
  return { stream: stream as unknown as NodeJS.WriteStream, take: () => written.splice(0).join('') };
}

describe('the live view', () => {
  it('the live view redraws in place, and leaves nothing behind', () => {
    const { stream, take } = screen(true);
    const view = new LiveView(stream);
    view.show([{ label: 'northwind runs one', share: 0.5 }, { label: '3 more to come' }]);
    expect(take()).toMatch(/^ {2}northwind runs one +█{12}░{12} {2}50 %\S*\n {2}3 more to come +\S*\n\S*$/);
    view.show([{ label: 'northwind runs one', share: 1 }]);
    expect(take()).toMatch(/^\u001b\[2A/);
    view.clear();
    expect(take()).toBe('\u001b[1A\u001b[J');
  });

  it('the live view never exceeds the terminal, nor shows hidden characters of a name', () => {
    const { stream, take } = screen(true);
    new LiveView(stream).show(Array.from({ length: 20 }, () => ({ label: 'a\u001b[2Jb\nc', share: 2 })));
    const drawn = take();
    expect(drawn.split('\n')).toHaveLength(5);
    expect(drawn).toContain('a?[2Jb c');
    expect(drawn).toContain('100 %');
  });

  it('the live view prints nothing without a terminal', () => {
    const { stream, take } = screen(false);
    const output = new DemoOutput(createTerminal(true), stream);
    output.show('runs', [{ label: 'x', share: 0.1 }]);
    output.tell('Something happened.');
    expect(take()).toBe('');
    expect(output.lines).toEqual(['Something happened.']);
  });
});
