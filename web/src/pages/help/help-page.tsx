import { useParams } from '@tanstack/react-router';
import { NotFound } from '../../parts/not-found.tsx';
import { Glossary } from './glossary.tsx';
import { Rules } from './rules.tsx';

export function HelpPage() {
  const { topic } = useParams({ from: '/help/$topic' });
  // Another topic is another page: its heading takes the focus.
  if (topic === 'rules') return <Rules />;
  return topic === 'glossary' ? <Glossary /> : <NotFound />;
}
