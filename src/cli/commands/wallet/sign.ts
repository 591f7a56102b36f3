import { Command } from 'commander';
import { Fault } from '../../../fault/fault.ts';
import { isCredentialText } from '../../../identity/credential-text.ts';
import { signatureText, wrapForWallet } from '../../../identity/text-signature.ts';
import { path } from '../../options.ts';
import { createTerminal } from '../../output/terminal.ts';
import { type HotkeyOptions, hotkeyLocation, withHotkeyOptions } from '../../wallet/hotkey-options.ts';
import { messageBytes } from '../../wallet/message-bytes.ts';
import { type PassphraseOptions, unlockHotkey, withPassphraseOptions } from '../../wallet/passphrase.ts';

interface Options extends HotkeyOptions, PassphraseOptions {
  readonly file?: string;
  readonly wrapped?: boolean;
  readonly credential?: boolean;
  readonly json?: boolean;
}

export function walletSignCommand(): Command {
  const command = new Command('sign')
    .argument('[message]', 'text to sign')
    .option('--file <file>', 'sign these bytes instead; - is standard input', path)
    .option('--wrapped', 'sign the message between <Bytes> and </Bytes>, as browser wallets do')
    .option('--credential', 'allow signing a request or challenge; anyone who has the signature can act as you');
  return withPassphraseOptions(withHotkeyOptions(command)).action(
    async (message: string | undefined, options: Options) => {
      const terminal = createTerminal(options.json === true);
      const bytes = messageBytes(message, options.file);
      if (options.credential !== true && isCredentialText(Buffer.from(bytes).toString('utf8'))) {
        throw new Fault('USAGE', {
          message: 'This is a request or a challenge. Its signature would let others act as you, so it was not signed.',
          remedy: 'If you wrote it yourself and trust the recipient, add --credential.',
        });
      }
      const place = hotkeyLocation(options);
      const hotkey = await unlockHotkey(place.path, options);
      if (hotkey === undefined) {
        throw new Fault('FILE_NOT_FOUND', {
          message: `There is no hotkey at ${place.path}.`,
          remedy: 'See `assay wallet list`, or make one with `assay wallet new`.',
        });
      }
      const signature = signatureText(hotkey.sign(options.wrapped === true ? wrapForWallet(bytes) : bytes));
      terminal.print(signature);
      terminal.report({ address: hotkey.address, signature, wrapped: options.wrapped === true });
    },
  );
}
