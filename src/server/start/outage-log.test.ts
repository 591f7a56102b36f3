import { describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { OutageLog } from './outage-log.ts';

function sample() {
  const lines: [level: string, fields: object, message: string][] = [];
  const log = {
    error: (fields: object, message: string) => void lines.push(['error', fields, message]),
    info: (fields: object, message: string) => void lines.push(['info', fields, message]),
  };
  return { lines, log, outages: new OutageLog() };
}

describe('OutageLog', () => {
  it('writes a failure once, and once that it is over', () => {
    const { lines, log, outages } = sample();
    outages.writeTo(log);
    outages.works('chain', {}, 'works again');
    expect(lines).toEqual([]);
    const errors = [new Error('port 1'), new Error('port 2')];
    for (const error of errors) outages.failed('chain', error, { check: 'chain' }, 'failed');
    expect(lines).toEqual([['error', { err: errors[0], check: 'chain' }, 'failed']]);
    outages.works('chain', { check: 'chain' }, 'works again');
    outages.works('chain', { check: 'chain' }, 'works again');
    expect(lines.slice(1)).toEqual([['info', { check: 'chain', after_seconds: 0 }, 'works again']]);
    outages.failed('chain', errors[1], {}, 'failed');
    expect(lines).toHaveLength(3);
  });

  it('writes another kind of failure, and other parts, on their own', () => {
    const { lines, log, outages } = sample();
    outages.writeTo(log);
    outages.failed('blobs', new Error('away'), {}, 'failed');
    outages.failed('blobs', new Fault('STORAGE_FULL', { message: 'full' }), {}, 'failed');
    outages.failed('chain', new Error('away'), {}, 'failed');
    outages.failed('chain', new Error('no such column'), {}, 'failed');
    expect(lines).toHaveLength(4);
  });

  it('writes what failed before there was a log', () => {
    const { lines, log, outages } = sample();
    outages.failed('over', new Error('x'), {}, 'failed');
    outages.works('over', {}, 'works again');
    outages.failed('chain', new Error('x'), {}, 'failed');
    outages.writeTo(log);
    outages.writeTo(log);
    expect(lines).toEqual([['error', { err: expect.any(Error) }, 'failed']]);
  });
});
