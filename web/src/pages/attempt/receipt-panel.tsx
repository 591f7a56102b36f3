import { useState } from 'react';
import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useClockState } from '../../parts/use-arena-time.ts';
import { utcText } from '../../parts/utc-text.ts';
import { EvidenceMissing } from './evidence-missing.tsx';
import { numberAt, textAt } from './field-at.ts';
import type { Evidence } from './read-evidence.ts';
import { sumUpChecks } from './sum-up-checks.ts';
import type { VerifyCheck } from './verify-evidence.ts';

interface ReceiptPanelProps {
  readonly attempt: AttemptPageWire;
  readonly evidence: Evidence | null;
  readonly isLoading: boolean;
  readonly dialogue: Uint8Array | null;
}

/** The validator's receipt, and a button that recomputes every hash in the browser. */
export function ReceiptPanel({ attempt, evidence, isLoading, dialogue }: ReceiptPanelProps) {
  const { isApart } = useClockState();
  const [checks, setChecks] = useState<readonly VerifyCheck[] | 'working' | null>(null);
  if (evidence === null) {
    return (
      <Section title="Receipt">
        <EvidenceMissing what="The receipt is" isLoading={isLoading} />
      </Section>
    );
  }
  const verify = async (): Promise<void> => {
    setChecks('working');
    const { verifyEvidence } = await import('./verify-evidence.ts');
    try {
      setChecks(
        verifyEvidence(evidence, dialogue, {
          runId: attempt.eval_run_id,
          validator: attempt.validator_hotkey,
          receiptHash: textAt(attempt.result?.score_components, 'receipt_hash'),
          result: attempt.result,
          agentHash: attempt.code_sha256,
          problemId: attempt.problem_id,
          query: attempt.problem.query,
        }),
      );
    } catch {
      setChecks([
        { what: 'The evidence can be checked', ok: false, detail: 'it does not have the format of evidence' },
      ]);
    }
  };
  const { receipt } = evidence;
  return (
    <Section title="Receipt" note={receipt !== null && `number ${numberAt(receipt, 'sequence') ?? '?'} of its run`}>
      <dl className="facts">
        {['attempt_id', 'hotkey', 'signed_at'].map((name) => (
          <div key={name}>
            <dt>{{ attempt_id: 'Attempt', hotkey: 'Signed by', signed_at: 'Signed at' }[name]}</dt>
            <dd className="mono">
              <HostileText text={shownField(name, textAt(receipt, name))} limit={80} oneLine />
              {/* Read from the clock of the validator's machine. */}
              {name === 'signed_at' && isApart && <small className="quiet"> real time</small>}
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <button type="button" className="primary" onClick={() => void verify()} disabled={checks === 'working'}>
          {checks === 'working' ? 'Verifying…' : 'Verify'}
        </button>{' '}
        <span className="quiet">Hashes and signature are computed again in this browser.</span>
      </p>
      <div role="status">{checks !== null && checks !== 'working' && <Checks checks={checks} />}</div>
    </Section>
  );
}

function Checks({ checks }: { readonly checks: readonly VerifyCheck[] }) {
  const { tone, title, sentence } = sumUpChecks(checks);
  return (
    <>
      <p>
        <Badge tone={tone}>{title}</Badge> {sentence}
      </p>
      <ul className="attempt-checks">
        {checks.map(({ what, ok, detail }) => (
          <li key={what}>
            <Badge tone={ok === null ? 'quiet' : ok ? 'good' : 'bad'}>
              {ok === null ? 'not checked' : ok ? 'passed' : 'failed'}
            </Badge>{' '}
            {what}
            {detail !== '' && (
              <span className="attempt-detail">
                <HostileText text={detail} limit={400} oneLine />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The time is written as on every page, and to the second, because receipts follow each other quickly. */
function shownField(name: string, value: string | null): string {
  if (value === null) return '–';
  return name === 'signed_at' ? utcText(value, 'seconds') : value;
}
