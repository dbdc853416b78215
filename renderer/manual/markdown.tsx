import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

/** Renders parsed Markdown as elements. No text becomes HTML, and links are inactive. */
export const Markdown = ({ tokens }: { tokens: readonly Token[] }): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{elementOf(token as MarkedToken)}</Fragment>);

function elementOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return (
        <h3>
          <Markdown tokens={token.tokens} />
        </h3>
      );
    case 'paragraph':
      return token.tokens.every(({ type }) => type === 'image') ? null : (
        <p>
          <Markdown tokens={token.tokens} />
        </p>
      );
    case 'list':
      return <List list={token} />;
    case 'table':
      return <Rows table={token} />;
    case 'code':
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
      return <pre tabIndex={0}>{token.text}</pre>;
    case 'strong':
      return (
        <b>
          <Markdown tokens={token.tokens} />
        </b>
      );
    case 'em':
      return (
        <i>
          <Markdown tokens={token.tokens} />
        </i>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'link':
      return <Markdown tokens={token.tokens} />;
    case 'text':
      return 'tokens' in token && token.tokens ? <Markdown tokens={token.tokens} /> : token.text;
    case 'escape':
      return token.text;
    case 'br':
      return <br />;
    case 'space':
    // Pictures of the window are for readers outside the program.
    case 'image':
      return null;
    case 'blockquote':
    case 'checkbox':
    case 'def':
    case 'del':
    case 'hr':
    case 'html':
    case 'list_item':
      return token.raw;
  }
}

function List({ list: { ordered, start, items } }: { list: Tokens.List }) {
  const rows = items.map((item, index) => (
    <li key={index}>
      <Markdown tokens={item.tokens} />
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{rows}</ol> : <ul>{rows}</ul>;
}

function Rows({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    <table className="table">
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index} scope="col">
              <Markdown tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, place) => (
              <td key={place}>
                <Markdown tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
