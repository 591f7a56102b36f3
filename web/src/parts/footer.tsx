import { Link } from '@tanstack/react-router';

/** Links for further reading, on every page. */
export function Footer() {
  return (
    <footer className="footer">
      <nav aria-label="Reference">
        <ul>
          <li>
            <Link to="/help/$topic" params={{ topic: 'rules' }}>
              Rules
            </Link>
          </li>
          <li>
            <Link to="/help/$topic" params={{ topic: 'glossary' }}>
              Glossary
            </Link>
          </li>
          <li>
            {/* Served by the arena; not a page of the dashboard. */}
            <a href="/docs">API documentation</a>
          </li>
        </ul>
      </nav>
    </footer>
  );
}
