import { type FormEvent, useState } from 'react';
import { Address } from '../../parts/address.tsx';
import { useUniqueId } from '../../parts/use-unique-id.ts';
import type { KeyProblem } from '../../session/key-problem.ts';
import type { Signer } from '../../session/signer.ts';
import type { SigningIn } from './use-sign-in.ts';

interface LockedFile {
  readonly text: string;
  readonly address: string;
}

/** Signs in with a hotkey file: Bittensor's plain JSON, or our own format with a passphrase. */
export function KeyFileForm({ signingIn: { isBusy, start } }: { readonly signingIn: SigningIn }) {
  const [locked, setLocked] = useState<LockedFile>();
  const [passphrase, setPassphrase] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [fileField, passphraseField] = [useUniqueId(), useUniqueId()];
  const read = async (text: string, typed?: string): Promise<void> => {
    const problem = await start(() => signerFromFile(text, typed));
    const address = problem?.lockedAddress;
    setLocked(address === undefined ? undefined : { text, address });
    setWrong(address !== undefined && typed !== undefined);
    setPassphrase('');
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) await read(await beginningOf(file));
  };
  const unlock = (event: FormEvent): void => {
    event.preventDefault();
    if (locked !== undefined) void read(locked.text, passphrase);
  };
  return (
    <>
      <p>
        <label htmlFor={fileField}>Hotkey file</label>{' '}
        <input
          id={fileField}
          type="file"
          disabled={isBusy}
          onChange={({ target }) => void choose(target.files?.[0]).then(() => (target.value = ''))}
        />
      </p>
      {locked !== undefined && (
        <form className="line-form" onSubmit={unlock}>
          <span>
            The key of <Address hotkey={locked.address} /> is encrypted.
          </span>
          <label htmlFor={passphraseField}>Passphrase</label>
          <input
            id={passphraseField}
            type="password"
            autoComplete="off"
            value={passphrase}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${passphraseField}-wrong` : undefined}
            onChange={({ target }) => setPassphrase(target.value)}
          />
          <button type="submit" className="primary" disabled={isBusy || passphrase === ''}>
            {isBusy ? 'Opening…' : 'Open and sign in'}
          </button>
          {isWrong && (
            <span role="alert" id={`${passphraseField}-wrong`}>
              The file does not open with this passphrase.
            </span>
          )}
        </form>
      )}
      <p className="quiet">
        It is in <code>~/.assay/wallets/NAME/hotkeys/</code> or <code>~/.bittensor/wallets/NAME/hotkeys/</code>. Files
        that Bittensor’s tools encrypted (<code>$NACL</code>, as coldkeys are) cannot be opened here. Coldkeys are not
        used in an arena.
      </p>
    </>
  );
}

async function beginningOf(file: File): Promise<string> {
  const { MOST_KEY_FILE_BYTES } = await import('../../session/read-key-file.ts');
  return await file.slice(0, MOST_KEY_FILE_BYTES).text();
}

async function signerFromFile(text: string, passphrase?: string): Promise<Signer | KeyProblem> {
  const { readKeyFile } = await import('../../session/read-key-file.ts');
  const read = await readKeyFile(text, passphrase);
  return read.ok ? (await import('../../session/key-signer.ts')).keySigner(read.seed) : read;
}
