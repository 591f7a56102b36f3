import { describe, expect, it } from 'vitest';
import { RECORDED, recordedRuntime } from '../testing/recorded/recorded-node.ts';
import { outcomeAmong } from './read-outcome.ts';

const runtime = recordedRuntime();

function outcome(events: string, index: number) {
  return outcomeAmong(runtime.decodeStorage('System', 'Events', Buffer.from(events.slice(2), 'hex')), index);
}

/** One event, encoded by hand: extrinsic 2 failed with this dispatch error. */
function failed(error: string): string {
  const phase = '0002000000';
  const weightClassFee = '04040001';
  return `0x04${phase}0001${error}${weightClassFee}00`;
}

describe('outcome of an extrinsic', () => {
  it('reads the outcome of an extrinsic from the recorded events of a block', () => {
    for (const index of [0, 1, 2]) expect(outcome(RECORDED.events, index)).toEqual({ ok: true });
    expect(outcome(RECORDED.events, 3)).toEqual({ ok: false, error: 'unknown' });
  });

  it('names the outcome of an extrinsic by the error name of the pallet', () => {
    const cases: Readonly<Record<string, string>> = {
      '03071d000000': 'SubtensorModule.SettingWeightsTooFast',
      '03070a000000': 'SubtensorModule.NotEnoughStakeToSetWeights',
      '03070f000000': 'SubtensorModule.NeuronNoValidatorPermit',
      '030735000000': 'SubtensorModule.CommitRevealEnabled',
      '030005000000': 'System.CallFiltered',
      '02': 'BadOrigin',
      '0900': 'Transactional.LimitReached',
    };
    for (const [error, name] of Object.entries(cases)) {
      expect(outcome(failed(error), 2)).toEqual({ ok: false, error: name });
      expect(outcome(failed(error), 1)).toEqual({ ok: false, error: 'unknown' });
    }
  });

  it('the outcome of an extrinsic is unknown when the events are malformed', () => {
    for (const events of [undefined, 'x', [{ phase: 1 }]]) {
      expect(outcomeAmong(events, 2)).toEqual({ ok: false, error: 'unknown' });
    }
  });
});
