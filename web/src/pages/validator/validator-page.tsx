import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ValidatorPageWire } from '../../../../src/board/wire.ts';
import { forCount } from '../../../../src/text/counted.ts';
import { shortenMiddle } from '../../../../src/text/shorten.ts';
import { chainLedgerQuery, validatorPageQuery } from '../../api/chain-queries.ts';
import { Address } from '../../parts/address.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Fact } from '../../parts/fact.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Paging } from '../../parts/paging.tsx';
import { Person } from '../../parts/person.tsx';
import { ProfileLink } from '../../parts/profile-link.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Score } from '../../parts/score.tsx';
import { Section } from '../../parts/section.tsx';
import { SimulatedHere } from '../../parts/simulated.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { visibleText } from '../../parts/visible-text.ts';
import { validatorStandings } from '../chain/chain-standing.ts';
import { taoText } from '../chain/tao-text.ts';
import { weightShares } from '../chain/weight-shares.ts';
import { Uptime } from './uptime.tsx';

export function ValidatorPage() {
  const { hotkey = '' } = useParams({ strict: false });
  const [offset, setOffset] = useState(0);
  const query = useQuery({ ...validatorPageQuery(hotkey, offset), placeholderData: keepPreviousData });
  const validator = query.data?.validator;
  return (
    <Page
      title={validator === undefined ? 'Validator' : `Validator ${nameOf(validator)}`}
      lead={
        validator === undefined ? undefined : (
          <>
            <Address hotkey={validator.hotkey} />
            {validator.identity_url !== null && (
              <>
                {' · '}
                <ProfileLink link={validator.identity_url} />
              </>
            )}
            {' · '}
            <Link to="/ledger" search={{ about: validator.hotkey }}>
              in the ledger
            </Link>
          </>
        )
      }
    >
      <QueryView key={hotkey} query={query} what="a validator">
        {(page) => <ValidatorSections page={page} setOffset={setOffset} />}
      </QueryView>
    </Page>
  );
}

function nameOf({ name, hotkey }: ValidatorPageWire['validator']): string {
  return name === null ? shortenMiddle(hotkey, 6, 6) : visibleText(name, 40);
}

interface SectionsProps {
  readonly page: ValidatorPageWire;
  readonly setOffset: (offset: number) => void;
}

function ValidatorSections({ page, setOffset }: SectionsProps) {
  const { hotkey } = page.validator;
  return (
    <>
      <div className="columns">
        <Section title="Summary">
          <Summary page={page} />
        </Section>
        <Section title="Agreement with other validators" note={agreementNote(page)}>
          {page.agreement.peers.length === 0 ? (
            <div className="state">No other validator has finished the same evaluation yet.</div>
          ) : (
            <DataTable
              caption="Problems that both have run, and those with the same outcome"
              columns={PEERS}
              rows={page.agreement.peers}
              rowKey={({ validator_hotkey }) => validator_hotkey}
            />
          )}
        </Section>
      </div>
      <Section title="Uptime">
        <Uptime uptime={page.uptime} />
      </Section>
      <Section title="On the chain" note={<SimulatedHere what="money" isNamed />}>
        <OnChain hotkey={hotkey} />
      </Section>
      <Section title="Runs">
        {page.runs.length === 0 ? (
          <div className="state">It has not run anything yet.</div>
        ) : (
          <DataTable
            caption="Runs of this validator, the newest first"
            columns={RUNS}
            rows={page.runs}
            rowKey={({ eval_run_id }) => eval_run_id}
          />
        )}
        <Paging offset={page.offset} limit={page.limit} total={page.total} setOffset={setOffset} />
      </Section>
    </>
  );
}

function agreementNote({ agreement: { evaluations, peers } }: ValidatorPageWire): string {
  const problems = peers.reduce((sum, peer) => sum + peer.problems, 0);
  const same = peers.reduce((sum, peer) => sum + peer.same, 0);
  const rate = problems === 0 ? '' : `${percent(same / problems)} the same, `;
  return `${rate}${evaluations} finished ${forCount(evaluations, 'evaluation')}, qualifying only`;
}

function Summary({ page }: { readonly page: ValidatorPageWire }) {
  const { validator, outcomes, is_banned, ban_reason } = page;
  const { audit } = validator;
  const ended = outcomes.succeeded + outcomes.failed + outcomes.timed_out + outcomes.lost;
  return (
    <>
      {is_banned && (
        <p>
          <Badge tone="bad">banned</Badge> <HostileText text={ban_reason ?? 'No reason was given.'} limit={500} />
        </p>
      )}
      {audit.is_excluded && (
        <p>
          <Badge tone="bad">excluded</Badge> <HostileText text={audit.excluded_reason ?? ''} limit={500} />
        </p>
      )}
      <dl className="facts">
        <Fact name="Now">{validator.status === 'evaluating' ? `running ${validator.active_runs}` : 'available'}</Fact>
        <Fact name="Last seen">
          {validator.last_seen_at === null ? '–' : <Timestamp at={validator.last_seen_at} />}
        </Fact>
        <Fact name="Validator since">
          <Timestamp at={validator.registered_at} />
        </Fact>
        <Fact name="Runs finished">
          {outcomes.succeeded} <small className="quiet">of {ended} that ended</small>
        </Fact>
        <Fact name="Failed or timed out">{outcomes.failed + outcomes.timed_out}</Fact>
        <Fact name="Lost">
          {outcomes.lost} <small className="quiet">{ended === 0 ? '' : percent(outcomes.lost / ended)}</small>
        </Fact>
        {outcomes.invalidated > 0 && <Fact name="Invalidated">{outcomes.invalidated}</Fact>}
        <Fact name="Trust by audits">
          {percent(audit.trust)}{' '}
          <small className="quiet">
            {audit.regrades_differ + audit.reruns_differ} of {audit.problems_regraded + audit.problems_rerun} differ
          </small>
        </Fact>
      </dl>
    </>
  );
}

const PEERS: readonly Column<ValidatorPageWire['agreement']['peers'][number]>[] = [
  { head: 'Validator', cell: ({ validator_hotkey }) => <Person hotkey={validator_hotkey} as="validator" /> },
  {
    head: 'Same',
    decisive: true,
    align: 'right',
    cell: ({ same, problems }) => (problems === 0 ? '–' : percent(same / problems)),
  },
  { head: 'Problems', align: 'right', cell: ({ same, problems }) => `${same} of ${problems}` },
];

const RUNS: readonly Column<ValidatorPageWire['runs'][number]>[] = [
  {
    head: 'Agent',
    cell: ({ agent_version_id: versionId, agent_name, version_number }) => (
      <>
        <Link to="/agents/$versionId" params={{ versionId }}>
          <HostileText text={agent_name} oneLine limit={100} />
        </Link>{' '}
        <span className="quiet">v{version_number}</span>
      </>
    ),
  },
  {
    head: 'Phase',
    cell: ({ race_id, race_number }) =>
      race_id === null ? (
        'Qualifying'
      ) : (
        <Link to="/races/$raceId" params={{ raceId: race_id }}>
          Race {race_number}
        </Link>
      ),
  },
  {
    head: 'Status',
    decisive: true,
    cell: ({ status, is_included, invalidated_at }) => (
      <>
        <Badge tone={status === 'SUCCESS' ? 'good' : 'quiet'}>{status.toLowerCase().replaceAll('_', ' ')}</Badge>{' '}
        {invalidated_at !== null ? (
          <Badge tone="bad">invalidated</Badge>
        ) : (
          status === 'SUCCESS' && !is_included && <span className="quiet">not counted</span>
        )}
      </>
    ),
  },
  { head: 'Score', align: 'right', narrow: 'hide', cell: ({ score }) => <Score value={score} /> },
  { head: 'Claimed', narrow: 'hide', cell: ({ claimed_at }) => <Timestamp at={claimed_at} /> },
];

function OnChain({ hotkey }: { readonly hotkey: string }) {
  const query = useQuery(chainLedgerQuery());
  return (
    <QueryView query={query} what="the chain">
      {(ledger) => {
        const standing = validatorStandings(ledger, []).find((each) => each.hotkey === hotkey);
        if (standing === undefined) return <div className="state">It has no validator permit on the chain now.</div>;
        const shares = weightShares(ledger).rows.find(({ uid }) => uid === standing.uid)?.shares ?? new Map();
        const rows = [...shares].map(([uid, share]) => ({ uid, share, hotkey: ledger.neurons[uid]?.hotkey }));
        return (
          <>
            <dl className="facts">
              <Fact name="Uid">{standing.uid}</Fact>
              <Fact name="Stake, TAO">
                {taoText(standing.stake)} <small className="quiet">{percent(standing.stakeShare)}</small>
              </Fact>
              <Fact name="Agreement with consensus">
                {standing.agreement === null ? 'none yet' : percent(standing.agreement)}
              </Fact>
              <Fact name="Weights set">
                {standing.blocksAgo.toLocaleString('en')} {forCount(standing.blocksAgo, 'block')} ago
              </Fact>
              <Fact name="Earned, TAO">{taoText(standing.earned)}</Fact>
            </dl>
            {rows.length === 0 ? (
              <div className="state">It has set no weights yet.</div>
            ) : (
              <DataTable
                caption="The weights it set last"
                columns={WEIGHTS}
                rows={rows}
                rowKey={({ uid }) => `${uid}`}
              />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

interface Weight {
  readonly uid: number;
  readonly share: number;
  readonly hotkey: string | undefined;
}

const BURN_UID = 0;

const WEIGHTS: readonly Column<Weight>[] = [
  {
    head: 'To',
    cell: ({ uid, hotkey }) =>
      uid === BURN_UID || hotkey === undefined ? <Badge tone="bad">burned</Badge> : <Person hotkey={hotkey} />,
  },
  { head: 'Uid', align: 'right', cell: ({ uid }) => uid },
  { head: 'Share', decisive: true, align: 'right', cell: ({ share }) => percent(share) },
];

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}
