import { describe, expect, it } from 'vitest';
import { WorkerThread } from './worker-thread.ts';

const answering = new URL('./answer-requests.ts', import.meta.url).href;
const faults = new URL('../fault/fault.ts', import.meta.url).href;

function thread(body: string): WorkerThread<unknown, unknown> {
  const script = `import { answerRequests } from '${answering}'; import { Fault } from '${faults}'; ${body}`;
  return new WorkerThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`), undefined);
}

describe('WorkerThread', () => {
  it('a worker thread answers in order', async () => {
    const doubling = thread('answerRequests((n) => n * 2);');
    expect(await Promise.all([1, 2, 3].map((n) => doubling.ask(n)))).toEqual([2, 4, 6]);
    await doubling.stop();
  });

  it('a worker thread passes faults on with code, remedy and details, and survives them', async () => {
    const failing = thread(
      "answerRequests((n) => { if (n) throw new Fault('INDEX_UNREADABLE', { message: 'bad', remedy: 'mend', extra: { row: 3 } }); return 'ok'; });",
    );
    const told = { code: 'INDEX_UNREADABLE', owner: 'platform', remedy: 'mend', extra: { row: 3 } };
    await expect(failing.ask(1)).rejects.toMatchObject(told);
    expect(await failing.ask(0)).toBe('ok');
    await failing.stop();
  });

  it('a worker thread closes between two requests, and rejects the pending ones', async () => {
    const slow = thread(
      'const until = (at) => { while (Date.now() < at); }; answerRequests((n) => { until(Date.now() + 200); return n; });',
    );
    const asked = [slow.ask(1), slow.ask(2), slow.ask(3)];
    expect(await asked[0]).toBe(1);
    const [, outcomes] = await Promise.all([slow.stop(), Promise.allSettled(asked)]);
    // Whether it had started the second when it was stopped depends on the machine, but it never starts the third.
    const [first, , third] = outcomes.map(({ status }) => status);
    expect([first, third]).toEqual(['fulfilled', 'rejected']);
    await slow.stop();
    expect(slow.isAlive).toBe(false);
  });

  it('a dead worker thread rejects pending and later requests', async () => {
    const dying = thread('answerRequests(() => process.exit(3));');
    await expect(dying.ask(1)).rejects.toThrow('the thread has stopped');
    expect(dying.isAlive).toBe(false);
    await expect(dying.ask(1)).rejects.toThrow('the thread has stopped');
  });
});
