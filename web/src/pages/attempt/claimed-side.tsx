import { counted } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { ArgumentList } from './argument-list.tsx';
import type { StepRow } from './build-rows.ts';
import { MATCHES, THOUGHTS } from './describe-match.ts';
import { FirstFew } from './first-few.tsx';
import { Fold } from './fold.tsx';
import type { Difference } from './json-differences.ts';
import { LongText } from './long-text.tsx';
import type { PairedCall } from './pair-calls.ts';
import { ProductList } from './product-list.tsx';

/** A step as the agent tells it, with what the record says to it. */
export function ClaimedSide({ row }: { readonly row: StepRow }) {
  const { step, thought, calls } = row;
  return (
    <div className="attempt-side">
      <h4>The agent says</h4>
      {step.malformed && <Badge tone="warn">not in the form of a step</Badge>}
      {step.think !== null && thought !== 'none' && (
        <div className="attempt-block">
          <p className="attempt-kind">
            thought <Described {...THOUGHTS[thought]} />
          </p>
          <LongText text={step.think} />
        </div>
      )}
      <FirstFew items={calls} what="calls">
        {(call) => <Claim call={call} />}
      </FirstFew>
      {step.response !== null && (
        <div className="attempt-block">
          <p className="attempt-kind">response</p>
          <LongText text={step.response} />
        </div>
      )}
      {step.think === null && calls.length === 0 && step.response === null && (
        <p className="quiet">Nothing that can be read.</p>
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
        call <Described {...MATCHES[match]} /> {numbers.join(', ')}
      </p>
      <ArgumentList name={claim.name} given={claim.parameters} />
      {differences.length > 0 && <Differences differences={differences} />}
      <ClaimedResult result={claim.result} isRecorded={match === 'same'} />
    </div>
  );
}

/** What was recorded stands beside it; only what differs, or was never recorded, is worth reading here as well. */
function ClaimedResult({ result, isRecorded }: { readonly result: unknown; readonly isRecorded: boolean }) {
  if (result === undefined) return <p className="attempt-result quiet">It tells no result.</p>;
  const size = Array.isArray(result) ? counted(result.length, 'product') : 'a result';
  if (isRecorded) return <p className="attempt-result quiet">Result: {size}, as recorded.</p>;
  return <Fold summary={`Result it tells: ${size}`}>{() => <ProductList value={result} />}</Fold>;
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <div className="scroll">
      <table className="attempt-differences">
        <caption>Where it differs</caption>
        <thead>
          <tr>
            <th scope="col">where</th>
            <th scope="col">it says</th>
            <th scope="col">recorded</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, claimed, recorded }, place) => (
            <tr key={`${place}`}>
              <td>
                <HostileText text={path === '' ? 'all of it' : path} limit={80} oneLine />
              </td>
              <td>
                <HostileText text={claimed ?? 'nothing'} limit={160} oneLine />
              </td>
              <td>
                <HostileText text={recorded ?? 'nothing'} limit={160} oneLine />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Described({ tone, text, meaning }: (typeof MATCHES)[keyof typeof MATCHES]) {
  return (
    <span title={meaning}>
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}
