import { Command } from 'commander';
import { ledgerSchema } from '../../arena/wire.ts';
import { taoText } from '../../chain/tao.ts';
import { type ArenaOptions, openArena, withArenaOptions } from '../arena/arena-connection.ts';
import { address } from '../arena/arguments.ts';
import { askArena } from '../arena/ask-arena.ts';
import { oneLine } from '../output/format-line.ts';
import { createTerminal } from '../output/terminal.ts';

interface Options extends ArenaOptions {
  readonly json?: boolean;
}

export function chainCommand(): Command {
  const command = new Command('chain').argument('[hotkey]', 'also show the uid and balance of this address', address);
  return withArenaOptions(command).action(async (hotkey: string | undefined, options: Options) => {
    const terminal = createTerminal(options.json === true);
    const ledger = await askArena(openArena(options), { path: '/v1/public/chain/ledger', answer: ledgerSchema });
    const { registration, neurons } = ledger;
    const neuron = neurons.find((each) => each.hotkey === hotkey);
    const balance = hotkey === undefined ? undefined : (ledger.balances?.[hotkey] ?? '0');
    terminal.print(`Subnet ${ledger.netuid}, block ${ledger.block}, ${ledger.epochs} epochs paid.`);
    if (registration == null) {
      terminal.print(
        ledger.kind === 'subtensor'
          ? `${neurons.length} uids are taken. Registration is on Bittensor; see its tools for the price.`
          : `${neurons.length} uids are taken.`,
      );
    } else {
      const { price, min_price, start_balance, immunity_blocks, max_neurons } = registration;
      terminal.print(`  uids           ${neurons.length} of ${max_neurons} taken`);
      terminal.print(`  registration   ${taoText(BigInt(price))} now, never below ${taoText(BigInt(min_price))}`);
      terminal.print(`  start balance  ${taoText(BigInt(start_balance))} for a new hotkey (simulated money)`);
      terminal.print(`  immunity       ${immunity_blocks} blocks after registration`);
    }
    if (hotkey !== undefined) {
      const place =
        neuron === undefined
          ? 'not registered'
          : `uid ${neuron.uid}${neuron.immune_until == null ? '' : `, immune until block ${neuron.immune_until}`}`;
      terminal.print(
        oneLine(`${hotkey}: ${place}${balance === undefined ? '' : `, balance ${taoText(BigInt(balance))}`}.`),
      );
    }
    terminal.report({
      kind: ledger.kind,
      netuid: ledger.netuid,
      block: ledger.block,
      places_taken: neurons.length,
      registration: registration ?? null,
      ...(hotkey !== undefined && { hotkey, balance, uid: neuron?.uid ?? null }),
    });
  });
}
