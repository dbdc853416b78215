import { Fragment, type ReactNode } from 'react';

/** Lets a long address or path wrap after each of its parts, instead of inside a word. */
export const withBreaks = (text: string): ReactNode =>
  text.split(/(?<=[^/:]\/|\\)/).map((part, index) => (
    <Fragment key={`${String(index)} ${part}`}>
      {part}
      <wbr />
    </Fragment>
  ));
