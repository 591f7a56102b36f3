import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CorpusRow } from '../../../../src/corpus/corpus-rows-schema.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { corpusFileAddress, corpusRowQuery } from '../../api/corpus-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { chosenBy } from '../../parts/chosen-by.ts';
import { Conversation } from '../../parts/conversation.tsx';
import { Fact } from '../../parts/fact.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import './corpus.css';
import { outcomeText, outcomeTone } from './outcome.ts';
import { readRowsSearch } from './rows-search.ts';

export function CorpusRowPage() {
  const { rowId } = useParams({ from: '/corpus/rows/$rowId' });
  const search = readRowsSearch(useSearch({ from: '/corpus/rows/$rowId' }));
  const query = useQuery(corpusRowQuery(rowId));
  return (
    <Page
      title="Row of the corpus"
      lead={
        <Link to="/corpus" search={search} hash="rows">
          {Object.keys(search).length > 0 ? 'Back to the filtered rows' : 'All rows'}
        </Link>
      }
    >
      <QueryView query={query} what="the row">
        {(row) => <Row row={row} />}
      </QueryView>
    </Page>
  );
}

const REPLACED = {
  system:
    'The system prompt is our harness’s: the agent’s described another format of calls than this conversation has.',
  user: 'The first user message is the bare request, not what the agent sent.',
} as const;

/** Meaning of a row's fidelity; the same words as in the card. */
const FIDELITY: Readonly<Record<string, string>> = {
  'as-seen': 'the model saw exactly these messages',
  normalised: 'the model said these words and got these results, but saw them in another form',
  executed: 'calls as they were executed; the model wrote them in its agent’s format',
  rewritten: 'a program made the calls; a model wrote the reasoning afterwards',
  claimed: 'from a log that no gateway recorded',
};

const TRAINS: Readonly<Record<string, string>> = {
  text: 'text only',
  'text+outcome': 'text and outcome',
  'token-exact': 'exact tokens and outcome',
};

function Row({ row }: { readonly row: CorpusRow }) {
  const { provenance } = row;
  return (
    <>
      <Section title="Provenance" note={`Release ${row.release}`}>
        <Facts row={row} />
        <dl className="hashes">
          <Hash name="SHA-256 of the row">{provenance.sha256}</Hash>
          {provenance.receipt !== null && (
            <Hash name={`Receipt ${provenance.receipt.sequence} of the validator`}>{provenance.receipt.hash}</Hash>
          )}
          <Hash name="Attempt">
            <HostileText text={provenance.attempt_id} oneLine limit={120} />
          </Hash>
          <Hash name="Leak cluster">
            <HostileText text={provenance.leak_cluster} oneLine limit={120} />
          </Hash>
        </dl>
        <p className="quiet">
          <code>rows.jsonl</code> of a release lists the SHA-256 of each row. This row is in{' '}
          <a href={corpusFileAddress(provenance.file)} download>
            {provenance.file}
          </a>
          .
        </p>
      </Section>
      <Section title="Conversation" note={FIDELITY[provenance.fidelity]}>
        {!row.tools_given && (
          <p className="quiet">The model was not given the schemas of these tools. They were added to the row.</p>
        )}
        {row.replaced_prompts?.map((prompt) => (
          <p key={prompt} className="quiet">
            {REPLACED[prompt]}
          </p>
        ))}
        <Conversation messages={row.messages} />
        {row.supplied_results > 0 && (
          <p className="quiet">
            {row.supplied_results === 1
              ? 'The last result was added from the record: it came after the last request to the model, so no request contains it.'
              : `The last ${row.supplied_results} results were added from the record: they came after the last request to the model, so no request contains them.`}
          </p>
        )}
      </Section>
    </>
  );
}

function Facts({ row }: { readonly row: CorpusRow }) {
  const { provenance } = row;
  const { version, models, eval_run_id: runId, problem_id: problemId } = provenance;
  return (
    <dl className="facts">
      <Fact name="Outcome">
        <Badge tone={outcomeTone(row.outcome)}>{outcomeText(row.outcome)}</Badge>
        {provenance.rule_set !== null && <small className="quiet"> by {provenance.rule_set}</small>}
      </Fact>
      <Fact name="Calls chosen by">
        {chosenBy(row.agency)} {row.origin !== 'recorded' && <Badge tone="warn">{row.origin}</Badge>}
      </Fact>
      <Fact name="Models">
        {models.map(({ name, simulated, completions }) => (
          <div key={name}>
            <HostileText text={name} oneLine limit={60} /> {simulated && <Badge tone="warn">simulated</Badge>}{' '}
            {completions !== null && <small className="quiet">{completions} answers</small>}
          </div>
        ))}
      </Fact>
      <Fact name="Agent version">
        {version === null ? (
          <span className="quiet">not known here</span>
        ) : (
          <>
            <Link to="/agents/$versionId" params={{ versionId: version.agent_version_id }}>
              <HostileText text={version.agent_name} oneLine limit={40} /> v{version.version_number}
            </Link>{' '}
            by <Person hotkey={version.miner_hotkey} />
          </>
        )}
      </Fact>
      <Fact name="Attempt">
        {runId !== null && provenance.is_attempt_public ? (
          <Link to="/attempts/$runId/$problemId" params={{ runId, problemId }}>
            as its validator recorded it
          </Link>
        ) : (
          <span className="quiet">not public</span>
        )}
      </Fact>
      <Fact name="Validator">
        {provenance.validator_hotkey === null ? (
          <span className="quiet">none</span>
        ) : (
          <Person hotkey={provenance.validator_hotkey} as="validator" />
        )}
      </Fact>
      <Fact name="Licence">
        <HostileText text={provenance.licence} oneLine limit={60} />
      </Fact>
      <Fact name="Split">{row.split}</Fact>
      <Fact name="Category">{row.category}</Fact>
      <Fact name="Kept because">
        <HostileText text={row.reason} oneLine limit={120} />
      </Fact>
      <Fact name="Usable for training">{TRAINS[provenance.trains] ?? provenance.trains}</Fact>
      <Fact name="Length">
        {counted(row.calls, 'call')}, {row.tokens.toLocaleString('en')} {forCount(row.tokens, 'token')}
      </Fact>
      {provenance.quality !== null && (
        <Fact name="Judged reasoning">
          {provenance.quality.toFixed(2)} <small className="quiet">by {provenance.judge}</small>
        </Fact>
      )}
    </dl>
  );
}

function Hash({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code className="hash">{children}</code>
      </dd>
    </>
  );
}
