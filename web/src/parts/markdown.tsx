import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { HostileText } from './hostile-text.tsx';
import './markdown.css';

interface MarkdownProps {
  readonly text: string;
  /** Accessible name of scrollable parts. */
  readonly label: string;
}

/** Longer text is shown unparsed: the parser is not made for such lengths. */
const LONGEST = 500_000;
const WHOLE = { limit: LONGEST, lines: 20_000 };
/** Heading levels below the section's own, which is the second. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;
const DEEPEST = 20;

/**
 * Renders Markdown as elements: headings, paragraphs, lists, tables, emphasis and code. HTML stays text, links and
 * images become words with their address, and all words are rendered as hostile text.
 */
export function Markdown({ text, label }: MarkdownProps) {
  if (text.length > LONGEST) return <Words text={text} />;
  return <div className="markdown">{blocks(new Lexer({ gfm: true }).lex(text), label, 0)}</div>;
}

function Words({ text }: { readonly text: string }) {
  return <HostileText text={text} {...WHOLE} />;
}

function blocks(tokens: readonly Token[], label: string, depth: number): ReactNode {
  return tokens.map((token, place) => (
    // Regions need unique names.
    <Fragment key={place}>{block(token as MarkedToken, `${label}, part ${place + 1}`, depth)}</Fragment>
  ));
}

function block(token: MarkedToken, label: string, depth: number): ReactNode {
  if (depth > DEEPEST) return <Words text={token.raw} />;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      const Heading = HEADINGS[Math.min(token.depth, HEADINGS.length) - 1]!;
      return <Heading>{inline(token.tokens)}</Heading>;
    }
    case 'paragraph':
      return <p>{inline(token.tokens)}</p>;
    case 'text':
      return token.tokens === undefined ? <Words text={token.text} /> : inline(token.tokens);
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
        <section className="markdown-code" tabIndex={0} aria-label={`${label}: code`}>
          <pre>
            <Words text={token.text} />
          </pre>
        </section>
      );
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, label, depth + 1)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'list': {
      const items = token.items.map((item, place) => <li key={place}>{blocks(item.tokens, label, depth + 1)}</li>);
      return token.ordered ? <ol start={token.start === '' ? 1 : token.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <MarkdownTable table={token} label={label} />;
    default:
      return inline([token]);
  }
}

function MarkdownTable({ table, label }: { readonly table: Tokens.Table; readonly label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className="scroll" tabIndex={0} aria-label={`${label}: table`}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, place) =>
              cell.text === '' ? (
                <td key={place} />
              ) : (
                <th key={place} scope="col">
                  {inline(cell.tokens)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, place) => (
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={column}>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function inline(tokens: readonly Token[], depth = 0): ReactNode {
  return tokens.map((token, place) => <Fragment key={place}>{word(token as MarkedToken, depth)}</Fragment>);
}

function word(token: MarkedToken, depth: number): ReactNode {
  if (depth > DEEPEST) return <Words text={token.raw} />;
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, depth + 1)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, depth + 1)}</em>;
    case 'del':
      return <del>{inline(token.tokens, depth + 1)}</del>;
    case 'codespan':
      return (
        <code>
          <Words text={token.text} />
        </code>
      );
    case 'br':
      return <br />;
    case 'escape':
      return <Words text={token.text} />;
    case 'text':
      return token.tokens === undefined ? <Words text={token.text} /> : inline(token.tokens, depth + 1);
    case 'link':
    case 'image':
      return (
        <>
          <Words text={token.text} />
          {token.text !== token.href && (
            <span className="quiet">
              {' ('}
              <HostileText text={token.href} oneLine limit={200} />)
            </span>
          )}
        </>
      );
    default:
      // Everything else, including HTML.
      return <Words text={token.raw} />;
  }
}
