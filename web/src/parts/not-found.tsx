import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="Not found" lead="There is no page at this address.">
      <Link to="/">Back to the arena</Link>
    </Page>
  );
}
