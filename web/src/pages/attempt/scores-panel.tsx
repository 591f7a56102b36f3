import type { AttemptPageWire } from '../../../../src/board/wire.ts';
import { comparabilityNote } from '../../../../src/problems/browser.ts';
import type { ScoreField } from '../../../../src/verdict/score-fields.ts';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';
import type { Evidence, RuleSheet } from './read-evidence.ts';
import { fieldsNotAsked } from './wanted-problem.ts';

const MEANINGS: Readonly<Record<ScoreField, string>> = {
  gt: 'exact target product',
  rule: 'share of the stated constraints met',
  product: 'the product exists',
  title: 'the kind of product',
  price: 'the price',
  service: 'the services',
  'sku & attrs': 'options and attributes',
  keyword: 'keyword in title or description',
  shop: 'all from one shop',
  budget: 'within the budget',
  format: 'format of the dialogue; does not count',
  length: 'length of the dialogue; does not count',
};

/** Numbers that validators report beside the scores. */
const NOT_SCORES = new Set(['cpu_seconds', 'refused_model_calls']);

interface ScoresPanelProps {
  readonly attempt: AttemptPageWire;
  readonly evidence: Evidence | null;
}

/** Scores per field, by the ranking rules and by the benchmark rules. */
export function ScoresPanel({ attempt, evidence }: ScoresPanelProps) {
  const sheets = evidence?.sheets ?? [];
  return (
    <Section title="Scores by field">
      {sheets.length === 0 ? (
        <Reported attempt={attempt} />
      ) : (
        <Sheets sheets={sheets} notAsked={fieldsNotAsked(attempt.problem)} />
      )}
    </Section>
  );
}

interface SheetsProps {
  readonly sheets: readonly RuleSheet[];
  readonly notAsked: ReadonlySet<string>;
}

function Sheets({ sheets, notAsked }: SheetsProps) {
  const names = [...new Set(sheets.flatMap(({ scores }) => Object.keys(scores)))].slice(0, 30);
  const columns: Column<string>[] = [
    { head: 'Field', cell: (name) => <HostileText text={name} limit={40} oneLine /> },
    ...sheets.map((sheet, place) => ({
      head: place === 0 ? 'production-strict' : 'benchmark',
      decisive: place === 0,
      align: 'right' as const,
      cell: (name: string) =>
        notAsked.has(name) ? (
          <span className="quiet">not asked</span>
        ) : Object.hasOwn(sheet.scores, name) ? (
          sheet.scores[name]!.toFixed(2)
        ) : (
          '–'
        ),
    })),
    {
      head: 'What it is',
      narrow: 'hide',
      cell: (name) => (
        <span className="quiet">{Object.hasOwn(MEANINGS, name) ? MEANINGS[name as ScoreField] : ''}</span>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Each from 0 to 1. Only production-strict counts for the ranking; benchmark is for comparison."
        columns={columns}
        rows={names}
        rowKey={(name) => name}
      />
      {sheets.map((sheet, place) => (
        <p key={place}>
          <HostileText text={sheet.ruleSet} limit={40} oneLine />:{' '}
          <Badge tone={sheet.success ? 'good' : 'bad'}>{sheet.success ? 'success' : 'failed'}</Badge>{' '}
          {sheet.flags.slice(0, 20).map((flag, index) => (
            <Badge key={`${index}`} tone="warn">
              <HostileText text={flag.replaceAll('_', ' ')} limit={40} oneLine />
            </Badge>
          ))}{' '}
          <span className="quiet">
            recommended <HostileText text={sheet.recommended.join(', ') || 'nothing'} limit={200} oneLine />
          </span>
        </p>
      ))}
      {sheets.length < 2 ? null : <Comparability measure={sheets[1]!.titles} />}
    </>
  );
}

function Comparability({ measure }: { readonly measure: string }) {
  const note = comparabilityNote(measure);
  return note === null ? null : (
    <p className="quiet">
      <HostileText text={note} limit={400} oneLine />
    </p>
  );
}

/** Scores that the validator reported to the arena, for when the evidence is missing or not public. */
function Reported({ attempt }: { readonly attempt: AttemptPageWire }) {
  const reported = Object.entries(attempt.result?.score_components ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && !NOT_SCORES.has(entry[0]),
  );
  if (reported.length === 0) return <div className="state">There are no scores to show.</div>;
  return (
    <DataTable
      caption="As the validator reported them"
      columns={[
        { head: 'Field', cell: ([name]) => <HostileText text={name.replaceAll('_', ' ')} limit={40} oneLine /> },
        { head: 'Value', decisive: true, align: 'right', cell: ([, value]) => value.toFixed(2) },
      ]}
      rows={reported}
      rowKey={([name]) => name}
    />
  );
}
