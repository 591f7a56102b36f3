import { toHex } from './hex.ts';
import type { Signer } from './signer.ts';

/**
 * The interface that wallets compatible with polkadot.js inject into a page. Their responses are untrusted and
 * validated.
 */
export interface InjectedWallet {
  enable(origin: string): Promise<{
    readonly accounts: { get(): Promise<readonly unknown[]> };
    readonly signer: {
      signRaw?(payload: { address: string; data: string; type: 'bytes' }): Promise<{ signature: unknown }>;
    };
  }>;
}

export interface WalletAccount {
  readonly address: string;
  readonly name: string;
  readonly signer: Signer;
}

const ADDRESS = /^5[1-9A-HJ-NP-Za-km-z]{46,47}$/;
const SIGNATURE = /^0x[0-9a-f]{128}$/;

export function injectedWallets(): Readonly<Record<string, InjectedWallet>> {
  const { injectedWeb3 } = globalThis as { injectedWeb3?: Readonly<Record<string, InjectedWallet>> };
  return injectedWeb3 ?? {};
}

/** The sr25519 accounts that the wallet's owner shares with this page. */
export async function accountsOf(wallet: InjectedWallet): Promise<readonly WalletAccount[]> {
  const { accounts, signer } = await wallet.enable('Assay');
  const { signRaw } = signer;
  if (signRaw === undefined) throw new Error('This wallet cannot sign messages.');
  return (await accounts.get()).flatMap((account) => {
    const { address, name, type } = account as { address?: unknown; name?: unknown; type?: unknown };
    if (typeof address !== 'string' || !ADDRESS.test(address)) return [];
    if (type !== undefined && type !== 'sr25519') return [];
    return [
      {
        address,
        name: typeof name === 'string' ? name : '',
        signer: {
          address,
          kind: 'wallet' as const,
          sign: async (text: string) => {
            const data = toHex(new TextEncoder().encode(text));
            return plainSignature((await signRaw.call(signer, { address, data, type: 'bytes' })).signature);
          },
          forget: () => {},
        },
      },
    ];
  });
}

/** Some wallets prefix the signature with the number of the scheme, as transactions need it. */
function plainSignature(value: unknown): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  const signature = /^0x01[0-9a-f]{128}$/.test(text) ? `0x${text.slice(4)}` : text;
  if (!SIGNATURE.test(signature)) throw new Error('The wallet returned an invalid signature.');
  return signature;
}
