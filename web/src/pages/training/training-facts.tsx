import { Badge } from '../../parts/badge.tsx';
import { Fact } from '../../parts/fact.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Section } from '../../parts/section.tsx';
import { simulatedText, type TrainingSummary } from './training-summary.ts';

/** What was trained on what, and first of all what its numbers cannot show. */
export function TrainingFacts({ training }: { readonly training: TrainingSummary }) {
  const { model, base_model, recipe, about, corpus, trained_at, measured_on: measured } = training;
  const simulated = simulatedText(training.simulated);
  return (
    <Section title="What was trained">
      {simulated !== null && (
        <p>
          <Badge tone="warn">simulated</Badge> {simulated}. This shows that the machinery works, not what a model learns
          from real attempts.
        </p>
      )}
      <dl className="facts">
        <Fact name="Model">{model}</Fact>
        <Fact name="Before training">{base_model}</Fact>
        <Fact name="Recipe">{recipe}</Fact>
        <Fact name="Corpus">{corpus}</Fact>
        <Fact name="Measured on">
          {measured.suite}: {measured.problems.toLocaleString('en')} problems, {measured.tries.toLocaleString('en')}{' '}
          tries each
        </Fact>
        <Fact name="Trained">
          <Moment at={trained_at} />
        </Fact>
      </dl>
      {about !== null && <p className="quiet">{about}</p>}
    </Section>
  );
}
