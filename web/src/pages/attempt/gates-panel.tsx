import { Badge } from '../../parts/badge.tsx';
import { HostileText } from '../../parts/hostile-text.tsx';
import { Section } from '../../parts/section.tsx';
import { EvidenceMissing } from './evidence-missing.tsx';
import { isQuoteAt } from './mark-quotes.ts';
import type { Evidence, JudgedQuote, JudgementSheet } from './read-evidence.ts';

const GATES = [
  'completions before the recommendation total at least 30 tokens; 12 if they mention results; any number if they state a true fact about the product',
  'a completion mentions, in its own words, results that were recorded before it',
  'a completion names the recommended product and states true facts about it',
  'a completion gives a true reason to prefer the recommended product to another product that results showed',
];

interface GatesPanelProps {
  readonly evidence: Evidence | null;
  readonly isLoading: boolean;
  readonly onShow: (quote: JudgedQuote) => void;
}

/** The judge's decision for each gate, with its quotes. */
export function GatesPanel({ evidence, isLoading, onShow }: GatesPanelProps) {
  const judgement = evidence?.judgement ?? null;
  if (judgement === null) {
    return (
      <Section title="Reasoning">
        <EvidenceMissing what="The judge’s gates are" isLoading={isLoading} />
      </Section>
    );
  }
  const { judge, quality, explanation } = judgement;
  return (
    <Section
      title="Reasoning"
      note={
        <>
          judge <HostileText text={judge} limit={80} oneLine />
        </>
      }
    >
      <p>
        <Badge tone={quality === null ? 'quiet' : quality >= 0.8 ? 'good' : 'warn'}>
          {quality === null ? 'not judged' : `quality ${quality}`}
        </Badge>{' '}
        <HostileText text={explanation} limit={1_000} lines={12} />
      </p>
      <ol className="attempt-gates">
        {GATES.map((gate, index) => (
          <Gate key={gate} number={index + 1} gate={gate} judgement={judgement} evidence={evidence!} onShow={onShow} />
        ))}
      </ol>
    </Section>
  );
}

interface GateProps extends Pick<GatesPanelProps, 'onShow'> {
  readonly number: number;
  readonly gate: string;
  readonly judgement: JudgementSheet;
  readonly evidence: Evidence;
}

function Gate({ number, gate, judgement, evidence, onShow }: GateProps) {
  const { failedGate, quality, quotes } = judgement;
  const isJudged = quality !== null && (failedGate === null || number <= failedGate);
  const isPassed = isJudged && number !== failedGate;
  return (
    <li>
      <Badge tone={isPassed ? 'good' : isJudged ? 'bad' : 'quiet'}>
        {isPassed ? 'passed' : isJudged ? 'failed' : 'not reached'}
      </Badge>{' '}
      {gate}
      {quotes
        .filter((quote) => quote.gate === number)
        .map((quote) => (
          <QuoteLine key={quote.id} quote={quote} evidence={evidence} onShow={onShow} />
        ))}
    </li>
  );
}

interface QuoteLineProps extends Pick<GatesPanelProps, 'onShow'> {
  readonly quote: JudgedQuote;
  readonly evidence: Evidence;
}

function QuoteLine({ quote, evidence, onShow }: QuoteLineProps) {
  const call = evidence.calls?.find(({ sequence }) => sequence === quote.call);
  const isThere = call !== undefined && isQuoteAt(call.text, quote);
  return (
    <div className="attempt-quoted">
      <q>
        <HostileText text={quote.quote} limit={220} oneLine />
      </q>{' '}
      {isThere ? (
        <button type="button" className="plain" onClick={() => onShow(quote)}>
          show in call {quote.call}
          <span className="hidden">, quote {quote.id + 1}</span>
        </button>
      ) : (
        <Badge tone={evidence.calls === null ? 'quiet' : 'bad'}>
          {evidence.calls === null ? 'the calls are not available' : `not found in call ${quote.call}`}
        </Badge>
      )}
    </div>
  );
}
