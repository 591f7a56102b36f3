import { isDeepStrictEqual } from 'node:util';
import { percentText } from '../output/format-score.ts';
import { untilWeightsSet } from './advance-time.ts';
import { countText, listText, taoText } from './format-demo.ts';
import type { DemoContest } from './open-demo.ts';

/** Prints the weights of each validator and the consensus. */
export async function showWeights(contest: DemoContest, names: readonly string[]) {
  const { output, validators, api, people } = contest;
  await untilWeightsSet(contest);
  const { latest_epoch: epoch, neurons } = await api.chain();
  const nameOf = (uid: number) =>
    names.find((name) => people.hotkey(name).address === neurons[uid]?.hotkey) ?? 'burning';
  const sent = validators.map(({ name, chain }) => ({
    name,
    uids: [...(chain.sent?.uids ?? [])],
    values: [...(chain.sent?.values ?? [])],
  }));
  const [{ uids, values }] = sent as [(typeof sent)[0]];
  const alike = uids.length > 0 && sent.every((each) => isDeepStrictEqual([each.uids, each.values], [uids, values]));
  const gifts = values.flatMap((value, place) => (value === 0 ? [] : [`${value} for ${nameOf(uids[place]!)}`]));
  const shares = (epoch?.incentive ?? []).flatMap((share, uid) =>
    share === 0 ? [] : [{ uid, name: nameOf(uid), share }],
  );
  const agreed = listText(shares.map(({ name, share }) => `${percentText(share)} for ${name}`));
  const speakers = listText(sent.map(({ name }) => name));
  output.tell(
    alike
      ? `${speakers} sent identical weights to the chain: ${listText(gifts)}, 0 for all others. Consensus: ${agreed}.`
      : `${speakers} sent different weights to the chain. Consensus: ${agreed}.`,
  );
  return { alike, sent, epoch_block: epoch?.block ?? null, consensus: shares };
}

/** Prints how much each participant was paid, and how much was burned. */
export async function showPay({ output, api, people }: DemoContest, names: readonly string[]) {
  const [{ earned, burned, epochs }, top] = [await api.chain(), await api.top()];
  const paid = names.flatMap((name) => {
    const rao = earned?.[people.hotkey(name).address];
    return rao === undefined ? [] : [{ name, rao }];
  });
  const days = top.policy?.days_as_top.toFixed(1);
  const share = percentText(top.emission_weight ?? 0);
  const champion = names.find((name) => people.hotkey(name).address === top.top_miner_hotkey) ?? 'the champion';
  output.tell(
    `After ${days} days as champion, ${champion} gets ${share} of the contestants' half of the emission; a champion's share falls over time, and the rest of that half is burned. Paid over ${countText(epochs)} epochs, in simulated TAO: ${listText(paid.map(({ name, rao }) => `${name} ${taoText(rao)}`))}; burned ${taoText(burned ?? '0')}.`,
  );
  return { days_as_top: top.policy?.days_as_top ?? null, share: top.emission_weight, epochs, paid, burned };
}
