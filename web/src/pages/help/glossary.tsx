import glossary from '../../../../docs/glossary.md?raw';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { readGlossary } from './read-glossary.ts';
import './help.css';

export function Glossary() {
  return (
    <Page
      title="Glossary"
      lead="One word per thing. The API uses some older names, such as miner for contestant and top for champion."
    >
      {readGlossary(glossary).map(({ title, terms }) => (
        <Section key={title} title={title}>
          <dl className="glossary">
            {terms.map(({ word, meaning }) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Section>
      ))}
    </Page>
  );
}
