import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

export function NotFound() {
  return (
    <Page title="There is nothing at this address" lead="It may have been moved, or was never there.">
      <Link to="/">To the arena</Link>
    </Page>
  );
}
