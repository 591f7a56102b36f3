import { Command } from 'commander';
import { z } from 'zod';
import { taoText } from '../../../chain/tao.ts';
import { type AdminOptions, act } from '../../arena/admin-act.ts';
import { withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { address } from '../../arena/arguments.ts';
import { amount } from '../../options.ts';

const answerSchema = z.object({ hotkey: z.string(), balance: z.string() });

export function adminFundCommand(): Command {
  const command = new Command('fund')
    .argument('<hotkey>', 'address of the hotkey', address)
    .argument('<tao>', 'amount to add to its balance, in TAO of simulated money', amount);
  return withSignedArenaOptions(command).action((hotkey: string, tao: number, options: AdminOptions) => {
    const question = { path: '/v1/admin/chain/fund', body: { hotkey, tao }, answer: answerSchema };
    return act(options, question, ({ balance }) => `${hotkey} has ${taoText(BigInt(balance))} (simulated money).`);
  });
}
