import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { parseSs58 } from '../../../identity/ss58.ts';
import { parseSignature, verifyPlainOrWrapped } from '../../../identity/text-signature.ts';
import { path } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { messageBytes } from '../../wallet/message-bytes.ts';

interface Options {
  readonly file?: string;
  readonly json?: boolean;
}

export function walletVerifyCommand(): Command {
  return new Command('verify')
    .argument('<address>', 'SS58 address of the hotkey')
    .argument('<signature>', '128 hexadecimal digits')
    .argument('[message]', 'text that was signed')
    .option('--file <file>', 'these bytes were signed instead; - is standard input', path)
    .action((address: string, signature: string, message: string | undefined, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const owner = parseSs58(address);
      if (!owner.ok) throw new Fault('USAGE', { message: `The address ${owner.reason}.` });
      const bytes = parseSignature(signature);
      if (bytes === undefined)
        throw new Fault('USAGE', { message: 'A signature is 128 hexadecimal digits, with or without 0x.' });
      const valid = verifyPlainOrWrapped(messageBytes(message, options.file), bytes, owner.publicKey);
      terminal.print(valid ? `Signed by ${address}.` : `Not signed by ${address}.`);
      terminal.report({ address, valid });
      if (!valid) process.exitCode = 1;
    });
}
