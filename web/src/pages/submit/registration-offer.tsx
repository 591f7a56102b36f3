import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taoText } from '../../../../src/chain/tao.ts';
import { ArenaError } from '../../api/arena-error.ts';
import { type ChainLedger, chainLedgerQuery } from '../../api/chain-queries.ts';
import { Address } from '../../parts/address.tsx';
import { Simulated } from '../../parts/simulated.tsx';
import type { Signer } from '../../session/signer.ts';
import { FailureNote } from './failure-note.tsx';
import { problemOf, type SigningIn } from './use-sign-in.ts';

interface RegistrationOfferProps {
  readonly signer: Signer;
  readonly signingIn: SigningIn;
}

/** For a hotkey with a valid signature that is not registered: registers it if the chain is open to everyone. */
export function RegistrationOffer({ signer, signingIn }: RegistrationOfferProps) {
  const [isBusy, setBusy] = useState(false);
  const { data: ledger } = useQuery(chainLedgerQuery());
  const [problem, setProblem] = useState<SigningIn['problem']>();
  const register = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { registerHotkey } = await import('../../session/register-hotkey.ts');
      await registerHotkey(signer);
      await signingIn.start(async () => signer);
    } catch (error) {
      setProblem(closedTo(error) ?? problemOf(error));
      setBusy(false);
    }
  };
  return (
    <div className="state" role="status">
      <strong>
        <Address hotkey={signer.address} /> is not registered on this arena’s chain yet.
      </strong>
      <p>
        Only registered hotkeys can submit. {priceText(ledger, signer.address)}{' '}
        {ledger?.registration != null && <Simulated what="money" />}
      </p>
      <button type="button" className="primary" disabled={isBusy} onClick={() => void register()}>
        {isBusy ? 'Registering…' : 'Register and sign in'}
      </button>
      {problem !== undefined && <FailureNote title="Not registered." {...problem} />}
    </div>
  );
}

function priceText(ledger: ChainLedger | undefined, hotkey: string): string {
  const terms = ledger?.registration;
  if (terms == null) return '';
  const has = ledger?.balances?.[hotkey] ?? terms.start_balance;
  return `Registration costs ${taoText(BigInt(terms.price))}; this hotkey has ${taoText(BigInt(has))}. It cannot be replaced for ${terms.immunity_blocks.toLocaleString('en')} blocks.`;
}

function closedTo(error: unknown): SigningIn['problem'] {
  if (!(error instanceof ArenaError)) return undefined;
  if (error.status === 403) {
    return { message: 'Registration is not open here.', remedy: 'Ask the arena’s operator to register your hotkey.' };
  }
  if (error.status === 404) {
    return {
      message: 'This arena uses another chain.',
      remedy: 'Register there, for example with btcli, and come back.',
    };
  }
  return undefined;
}
