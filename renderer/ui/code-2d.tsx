import { type DrawingContext, qrcode } from 'bwip-js/generic';
import { useMemo } from 'react';

interface Drawn {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** Collects outlines as they are drawn; an area inside two outlines is white again. */
function createOutline(): DrawingContext<Drawn> {
  let path = '';
  let size = { width: 0, height: 0 };
  return {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width, height) => {
      size = { width, height };
    },
    line: () => undefined,
    polygon: (points) => {
      path += `M${points.map(([x, y]) => `${x} ${y}`).join('L')}z`;
    },
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => ({ path, ...size }),
  };
}

/** A QR code on the screen: black on white with its quiet zone, for a scanner that reads 2D codes. */
export function Code2d({ code, label }: { code: string; label: string }) {
  const { path, width, height } = useMemo(() => qrcode({ bcid: 'qrcode', text: code }, createOutline()), [code]);
  const quiet = Math.round(width / 10);
  return (
    <span className="code code-2d">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing in the page has no tag of its own for this
        role="img"
        aria-label={label}
        viewBox={`${-quiet} ${-quiet} ${width + 2 * quiet} ${height + 2 * quiet}`}
        shapeRendering="crispEdges"
      >
        <path className="print" fillRule="evenodd" d={path} />
      </svg>
    </span>
  );
}
