import { counted } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { LongText } from '../../parts/long-text.tsx';
import { ArgumentList } from './argument-list.tsx';
import type { StepRow } from './build-rows.ts';
import { Collapsible } from './collapsible.tsx';
import { MATCHES, THOUGHTS } from './describe-match.ts';
import { DescribedBadge } from './described-badge.tsx';
import { DifferencesTable } from './differences-table.tsx';
import type { PairedCall } from './pair-calls.ts';
import { ProductList } from './product-list.tsx';
import { TruncatedList } from './truncated-list.tsx';

/** A step as the agent claims it, with what the record says about it. */
export function ClaimedSide({ row }: { readonly row: StepRow }) {
  const { step, thought, calls } = row;
  return (
    <div className="attempt-side">
      <h4>The agent says</h4>
      {step.malformed && <Badge tone="warn">not a valid step</Badge>}
      {step.think !== null && thought !== 'none' && (
        <div className="attempt-block">
          <p className="attempt-kind">
            thought <DescribedBadge {...THOUGHTS[thought]} />
          </p>
          <LongText text={step.think} />
        </div>
      )}
      <TruncatedList items={calls} what="calls">
        {(call) => <Claim call={call} />}
      </TruncatedList>
      {step.response !== null && (
        <div className="attempt-block">
          <p className="attempt-kind">response</p>
          <LongText text={step.response} />
        </div>
      )}
      {step.think === null && calls.length === 0 && step.response === null && (
        <p className="quiet">No readable content.</p>
      )}
    </div>
  );
}

const MOST_NUMBERS = 12;

function Claim({ call }: { readonly call: PairedCall }) {
  const { claim, match, recorded, differences } = call;
  const numbers = recorded.slice(0, MOST_NUMBERS).map(({ sequence }) => `#${sequence}`);
  if (recorded.length > MOST_NUMBERS) numbers.push('…');
  return (
    <div className={`attempt-block match-${MATCHES[match].tone}`}>
      <p className="attempt-kind">
        call <DescribedBadge {...MATCHES[match]} /> {numbers.join(', ')}
      </p>
      <ArgumentList name={claim.name} given={claim.parameters} />
      {differences.length > 0 && <DifferencesTable differences={differences} />}
      <ClaimedResult result={claim.result} isRecorded={match === 'same'} />
    </div>
  );
}

/** The recorded result is shown beside it, so only a result that differs or was never recorded is repeated here. */
function ClaimedResult({ result, isRecorded }: { readonly result: unknown; readonly isRecorded: boolean }) {
  if (result === undefined) return <p className="attempt-result quiet">No result claimed.</p>;
  const size = Array.isArray(result) ? counted(result.length, 'product') : 'a result';
  if (isRecorded) return <p className="attempt-result quiet">Result: {size}, as recorded.</p>;
  return <Collapsible summary={`Claimed result: ${size}`}>{() => <ProductList value={result} />}</Collapsible>;
}
