import { useQuery } from '@tanstack/react-query';
import { counted } from '../../../../src/text/counted.ts';
import { bankQuery } from '../../api/operator-queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Fact } from '../../parts/fact.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { Section } from '../../parts/section.tsx';
import type { ChooseAction } from './action-dialog.tsx';
import { RemedyText } from './remedy-text.tsx';

/** How long the supply of hidden problems lasts. */
export function BankPanel({ choose }: { readonly choose: ChooseAction }) {
  const query = useQuery(bankQuery());
  return (
    <Section title="Problem bank">
      <QueryView
        query={query}
        what="the problem bank"
        isEmpty={({ exists }) => !exists}
        empty={
          <>
            There is no bank, so no race can be drawn.{' '}
            <RemedyText text="`assay problems bank add FILE --bank DIR`" choose={choose} /> creates one.
          </>
        }
      >
        {({ problems, drawable, resting = 0, races_left, low_races, retire_after_draws }) => (
          <dl className="facts">
            <Fact name="Races left">
              <strong>{races_left.toLocaleString('en')}</strong>{' '}
              {races_left < low_races && <Badge tone="bad">below {low_races}</Badge>}
            </Fact>
            <Fact name="Drawable">
              {drawable.toLocaleString('en')} of {problems.toLocaleString('en')}
            </Fact>
            <Fact name="Drawable, but paused after a recent draw">{resting.toLocaleString('en')}</Fact>
            <Fact name="Retired after">{counted(retire_after_draws, 'draw')}</Fact>
          </dl>
        )}
      </QueryView>
    </Section>
  );
}
