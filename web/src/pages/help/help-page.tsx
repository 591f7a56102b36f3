import { useParams } from '@tanstack/react-router';
import { NotFound } from '../../parts/not-found.tsx';
import { Glossary } from './glossary.tsx';
import { Rules } from './rules.tsx';

export function HelpPage() {
  const { topic } = useParams({ from: '/help/$topic' });
  // Each topic is its own component, so that its heading takes the focus when the topic changes.
  if (topic === 'rules') return <Rules />;
  return topic === 'glossary' ? <Glossary /> : <NotFound />;
}
