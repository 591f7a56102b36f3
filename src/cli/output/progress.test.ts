import { describe, expect, it } from 'vitest';
import { Progress } from './progress.ts';

function stream(isTTY: boolean): { written: string } & NodeJS.WriteStream {
  const written = { written: '', isTTY, write: (text: string) => (written.written += text) };
  return written as unknown as { written: string } & NodeJS.WriteStream;
}

describe('Progress', () => {
  it('draws a progress bar on a terminal and removes it again', () => {
    const terminal = stream(true);
    const progress = new Progress(terminal);
    progress.update('adding products', 5, 10);
    expect(terminal.written).toContain('█'.repeat(14) + '░'.repeat(14));
    expect(terminal.written).toContain('50%');
    progress.update('adding products', 6, 10);
    expect(terminal.written).not.toContain('60%');
    progress.update('adding products', 10, 10);
    expect(terminal.written).toContain('100%');
    progress.done();
    expect(terminal.written.endsWith('\r\u001b[K')).toBe(true);
  });

  it('draws no progress bar without a terminal', () => {
    const pipe = stream(false);
    const progress = new Progress(pipe);
    progress.update('adding products', 5, 10);
    progress.done();
    expect(pipe.written).toBe('');
  });
});
