import { useMemo } from 'react';
import { text } from '../text/text.ts';
import { code128Bars } from './code-128.ts';

/** A Code 128 on the screen: black on white, two pixels per module. `.code` around it provides the quiet zone. */
export function Barcode({ code }: { code: string }) {
  const { path, modules } = useMemo(() => code128Bars(code), [code]);
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing in the page has no tag of its own for this
      role="img"
      aria-label={text.frame.barcode(code)}
      width={modules * 2}
      height={48}
      viewBox={`0 0 ${modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path className="print" d={path} />
    </svg>
  );
}
