import { useQuery } from '@tanstack/react-query';
import { taoText as exactTaoText } from '../../../../src/chain/tao.ts';
import { type ChainLedger, chainLedgerQuery, epochPaymentsQuery, validatorsQuery } from '../../api/chain-queries.ts';
import { Fact } from '../../parts/fact.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import { Simulated } from '../../parts/simulated.tsx';
import './chain.css';
import { agreementText, neuronStandings, percentText, totalsOf, validatorStandings } from './chain-standing.ts';
import { EmissionHistory } from './emission-history.tsx';
import { NeuronTable } from './neuron-table.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { PayoutBreakdown } from './payout-breakdown.tsx';
import { shareOf, sumOf, taoText } from './tao-text.ts';
import { ValidatorTable } from './validator-table.tsx';
import { WeightTable } from './weight-table.tsx';

const LEAD =
  'Validators set weights once per epoch. The chain pays what the majority of stake agrees on and burns the rest.';

export function ChainPage() {
  const query = useQuery(chainLedgerQuery());
  return (
    <Page title="Chain" lead={LEAD}>
      <QueryView query={query} what="the chain">
        {(ledger) => <Chain ledger={ledger} />}
      </QueryView>
    </Page>
  );
}

function Chain({ ledger }: { readonly ledger: ChainLedger }) {
  const { data: workers = [] } = useQuery(validatorsQuery());
  const standings = validatorStandings(ledger, workers);
  const paid = sumOf(Object.values(ledger.earned ?? {}).map((rao) => BigInt(rao)));
  const burned = BigInt(ledger.burned ?? 0);
  const isLocal = ledger.kind === 'local';
  return (
    <>
      <div className="columns">
        <Section title="The subnet" note={isLocal && <Simulated what="chain" isNamed />}>
          <dl className="facts">
            <Fact name="Subnet">{ledger.netuid}</Fact>
            <Fact name="Block">{ledger.block.toLocaleString('en')}</Fact>
            <Fact name="Epochs paid">{ledger.epochs.toLocaleString('en')}</Fact>
            <Fact name="Registered hotkeys">
              {ledger.neurons.length}
              {ledger.registration != null && <small className="quiet"> of {ledger.registration.max_neurons}</small>}
            </Fact>
            {ledger.registration != null && (
              <>
                <Fact name="Registration costs">
                  {exactTaoText(BigInt(ledger.registration.price))} <Simulated what="money" />
                </Fact>
                <Fact name="Immunity">{ledger.registration.immunity_blocks.toLocaleString('en')} blocks</Fact>
              </>
            )}
            {ledger.kind === 'local' && (
              <>
                <Fact name="Paid, TAO">
                  {taoText(paid)} <Simulated what="money" />
                </Fact>
                {ledger.fees != null && (
                  <Fact name="Registration fees">
                    {exactTaoText(BigInt(ledger.fees))} <Simulated what="money" />
                  </Fact>
                )}
                <Fact name="Burned, TAO">
                  {taoText(burned)} <small className="quiet">{percentText(shareOf(burned, paid + burned))}</small>{' '}
                  <Simulated what="money" />
                </Fact>
              </>
            )}
          </dl>
        </Section>
        <Section title="Paid and burned" note={isLocal && <Simulated what="money" isNamed />}>
          {ledger.kind === 'subtensor' ? (
            <div className="state">Bittensor pays this subnet. Balances are on that chain.</div>
          ) : (
            <PaidAndBurned />
          )}
        </Section>
      </div>
      {isLocal ? <PaymentHistory /> : <EmissionHistory />}
      <Section
        title="Validators"
        note={
          <>
            {agreementText(standings)} {isLocal && <Simulated what="money" isNamed />}
          </>
        }
      >
        {standings.length === 0 ? (
          <div className="state">No validator has stake yet, so no weights can be set.</div>
        ) : (
          <ValidatorTable standings={standings} />
        )}
      </Section>
      <Section title="Weights" note="The weights that each validator set, and the resulting consensus">
        <WeightTable ledger={ledger} />
      </Section>
      <Section
        title="Consensus and pay"
        note={
          <>
            {ledger.latest_epoch !== null && `As of block ${ledger.latest_epoch.block.toLocaleString('en')}`}{' '}
            {isLocal && <Simulated what="money" isNamed />}
          </>
        }
      >
        <NeuronTable standings={neuronStandings(ledger)} />
      </Section>
    </>
  );
}

/** Sums of the amounts that the history shows by epoch, so that both agree. */
function PaidAndBurned() {
  const query = useQuery(epochPaymentsQuery());
  return (
    <QueryView
      query={query}
      what="the payouts"
      isEmpty={({ total }) => total === 0}
      empty="Nothing has been paid yet: the first epoch has not ended."
    >
      {({ totals }) => <PayoutBreakdown totals={totalsOf(totals)} />}
    </QueryView>
  );
}
