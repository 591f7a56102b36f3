import { isDeepStrictEqual } from 'node:util';
import { percentText } from '../say-score.ts';
import type { DemoContest } from './demo-stage.ts';
import { untilWeighed } from './pass-time.ts';
import { countText, listText, taoText } from './say-demo.ts';

/** What the validators sent to the chain, each by itself. */
export async function tellWeights(contest: DemoContest) {
  const { narrator, validators, board } = contest;
  await untilWeighed(contest);
  const sent = validators.map(({ name, chain }) => ({ name, uids: chain.sent?.uids, values: chain.sent?.values }));
  const alike = sent.every(({ uids, values }) => isDeepStrictEqual([uids, values], [sent[0]!.uids, sent[0]!.values]));
  const { latest_epoch: epoch, epochs } = await board.chain();
  const names = listText(sent.map(({ name }) => name));
  const vector = sent[0]!.values?.flatMap((value, place) =>
    value === 0 ? [] : `uid ${sent[0]!.uids![place]} ${value}`,
  );
  narrator.tell(
    alike
      ? `${names} sent the same bytes to the chain: ${listText(vector ?? [])}, and nothing for anybody else.`
      : `${names} disagree about the weights, and consensus decides.`,
  );
  return { alike, sent, epochs, consensus: epoch?.consensus ?? [] };
}

/** Who was paid what, and what was burned. */
export async function tellPay({ narrator, board, people }: DemoContest, names: readonly string[]) {
  const [{ balances, burned, epochs }, top] = [await board.chain(), await board.top()];
  const paid = names.flatMap((name) => {
    const rao = balances[people.hotkey(name).address];
    return rao === undefined ? [] : [{ name, rao }];
  });
  const days = top.policy?.days_as_top.toFixed(1);
  const share = percentText(top.emission_weight ?? 0);
  narrator.tell(
    `After ${days} days the top is paid ${share}, the rest burns. In ${countText(epochs)} epochs, in TAO: ${listText(paid.map(({ name, rao }) => `${name} ${taoText(rao)}`))}; burned ${taoText(burned)}.`,
  );
  return { days_as_top: top.policy?.days_as_top ?? null, share: top.emission_weight, epochs, paid, burned };
}
