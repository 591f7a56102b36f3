import { useState } from 'react';
import { HostileText } from '../../parts/hostile-text.tsx';
import { accountsOf, injectedWallets, type WalletAccount } from '../../session/injected-wallets.ts';
import { FailureNote } from './failure-note.tsx';
import { problemOf, type SigningIn } from './use-sign-in.ts';

/**
 * Signs in with a browser wallet compatible with polkadot.js: it lists addresses, signs with its owner's consent, and
 * keeps the key.
 */
export function ExtensionForm({ signingIn }: { readonly signingIn: SigningIn }) {
  const [names, setNames] = useState(() => Object.keys(injectedWallets()));
  const [accounts, setAccounts] = useState<readonly WalletAccount[]>();
  const [problem, setProblem] = useState<SigningIn['problem']>();
  const connect = async (name: string): Promise<void> => {
    setProblem(undefined);
    try {
      setAccounts(await accountsOf(injectedWallets()[name]!));
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <>
      {names.length === 0 ? (
        <div className="state">
          <strong>No wallet extension found.</strong>
          <p>
            Install one that signs sr25519 (polkadot.js, Talisman, SubWallet, Bittensor’s), and allow it on this page.
          </p>
          <button type="button" onClick={() => setNames(Object.keys(injectedWallets()))}>
            Look again
          </button>
        </div>
      ) : (
        <p className="buttons">
          {names.map((name) => (
            <button key={name} type="button" disabled={signingIn.isBusy} onClick={() => void connect(name)}>
              Connect <HostileText text={name} oneLine limit={40} />
            </button>
          ))}
        </p>
      )}
      {problem !== undefined && <FailureNote title="The wallet did not open." {...problem} />}
      {accounts?.length === 0 && <p>The wallet shows no sr25519 account of this network to this page.</p>}
      {accounts !== undefined && accounts.length > 0 && (
        <ul className="accounts">
          {accounts.map(({ address, name, signer }) => (
            <li key={address}>
              <span>
                <HostileText text={name} oneLine limit={60} /> <span className="address">{address}</span>
              </span>
              <button
                type="button"
                className="primary"
                disabled={signingIn.isBusy}
                onClick={() => void signingIn.start(async () => signer)}
              >
                {signingIn.isBusy ? 'Waiting for the wallet…' : 'Sign in'}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
