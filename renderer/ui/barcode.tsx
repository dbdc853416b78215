import { raw } from 'bwip-js/generic';
import { useMemo } from 'react';
import { text } from '../text/text.ts';

/** Code 128 as the widths of bars and gaps in modules, a bar first. */
function barsOf(code: string): readonly number[] {
  const [symbol] = raw({ bcid: 'code128', text: code });
  if (!symbol || !('sbs' in symbol)) throw new Error('The barcode could not be drawn.');
  return Array.from(symbol.sbs as ArrayLike<number>);
}

/** A barcode drawn on the screen: black on white, two pixels a module, its quiet zone given by `.code` around it. */
export function Barcode({ code }: { code: string }) {
  const { path, modules } = useMemo(() => {
    let x = 0;
    let drawn = '';
    for (const [index, width] of barsOf(code).entries()) {
      if (index % 2 === 0) drawn += `M${x} 0h${width}v1h-${width}z`;
      x += width;
    }
    return { path: drawn, modules: x };
  }, [code]);
  return (
    <svg
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
