import { Command } from 'commander';
import { registrationSchema } from '../../../arena/wire.ts';
import { type AdminOptions, act } from '../../arena/admin-act.ts';
import { withSignedArenaOptions } from '../../arena/arena-connection.ts';
import { address } from '../../arena/arguments.ts';
import { amount } from '../../options.ts';

export function adminStakeCommand(): Command {
  const command = new Command('stake')
    .argument('<hotkey>', 'address of the hotkey', address)
    .argument('<tao>', 'its total stake, in TAO', amount);
  return withSignedArenaOptions(command).action((hotkey: string, tao: number, options: AdminOptions) => {
    const question = { path: '/v1/chain/register', body: { hotkey, stake_tao: tao }, answer: registrationSchema };
    return act(options, question, ({ uid }) => `${hotkey} has uid ${uid} and a stake of ${tao} TAO.`);
  });
}
