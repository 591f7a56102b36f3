import { useEffect, useRef, useState } from 'react';
import type { EventHead } from '../../../../src/store/browser.ts';
import { forCount } from '../../../../src/text/counted.ts';
import { Section } from '../../parts/section.tsx';
import { readLedgerPart } from './ledger-queries.ts';
import { type LedgerVerdict, verifyLedger } from './verify-ledger.ts';

type State =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly done: number; readonly of: number }
  | { readonly step: 'done'; readonly verdict: LedgerVerdict; readonly compared: EventHead | undefined }
  | { readonly step: 'failed'; readonly message: string };

/** Verifies the hash chain in the browser, so that users need not trust the arena. */
export function VerifyPanel() {
  const [state, setState] = useState<State>({ step: 'idle' });
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    stop.current = controller;
    const known = rememberedHead();
    setState({ step: 'running', done: 0, of: 0 });
    try {
      const verdict = await verifyLedger({
        read: readLedgerPart,
        known,
        onProgress: (done, of) => setState({ step: 'running', done, of }),
        signal: controller.signal,
      });
      if (verdict.ok) rememberHead(verdict.head);
      setState({ step: 'done', verdict, compared: known });
    } catch (error) {
      if (!controller.signal.aborted) setState({ step: 'failed', message: String((error as Error).message) });
    }
  };
  return (
    <Section
      title="Verify"
      note="Each event contains the hash of the one before it, so a change shows in every later hash."
    >
      <p>
        <button type="button" onClick={() => void start()} disabled={state.step === 'running'}>
          Verify every event in this browser
        </button>
      </p>
      <div role="status">
        <Outcome state={state} />
      </div>
    </Section>
  );
}

function Outcome({ state }: { readonly state: State }) {
  if (state.step === 'idle') return null;
  if (state.step === 'failed') return <p>Couldn’t verify the ledger: {state.message}</p>;
  if (state.step === 'running') {
    return (
      <p>
        <progress value={state.done} max={Math.max(state.of, 1)} aria-label="Verified events" />{' '}
        {state.done.toLocaleString('en')} of {state.of.toLocaleString('en')}
      </p>
    );
  }
  const { verdict, compared } = state;
  if (!verdict.ok) {
    return (
      <div className="state failed">
        <strong>The ledger was changed: event {verdict.sequence.toLocaleString('en')} does not match.</strong>
        <p>Reason: {verdict.reason}. Nothing from there on can be trusted.</p>
      </div>
    );
  }
  return (
    <>
      <p>
        <strong>
          All {verdict.head.sequence.toLocaleString('en')} {forCount(verdict.head.sequence, 'event')} verified.
        </strong>{' '}
        No event was changed, removed or reordered.{' '}
        {compared === undefined
          ? 'This browser remembers the newest hash and compares it next time.'
          : `Event ${compared.sequence.toLocaleString('en')}, which this browser verified before, is still there.`}
      </p>
      <p className="quiet">
        Newest hash: <code className="hash">{verdict.head.hash}</code>
      </p>
    </>
  );
}

const REMEMBERED = 'ledger head';

/** A ledger that was replaced as a whole is consistent; only a remembered hash of the old one reveals it. */
function rememberedHead(): EventHead | undefined {
  const [, sequence, hash] = /^(\d{1,15}) ([0-9a-f]{64})$/.exec(localStorage.getItem(REMEMBERED) ?? '') ?? [];
  return sequence === undefined || hash === undefined ? undefined : { sequence: Number(sequence), hash };
}

function rememberHead({ sequence, hash }: EventHead): void {
  if (sequence > 0) localStorage.setItem(REMEMBERED, `${sequence} ${hash}`);
}
