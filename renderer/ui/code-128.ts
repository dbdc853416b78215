import { code128, type DrawingContext } from 'bwip-js/generic';

export interface Bars {
  readonly path: string;
  /** Width of the whole symbol in modules. */
  readonly modules: number;
}

/** Collects the left edge and width of each bar while it is drawn; a module is one unit wide. */
function createBarPath(): DrawingContext<Bars> {
  let path = '';
  let modules = 0;
  return {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init: (width) => {
      modules = width;
    },
    line: (x0, _y0, _x1, _y1, width) => {
      // `x0` is the middle of the bar, rounded up to a whole module.
      path += `M${x0 - Math.ceil(width / 2)} 0h${width}v1h-${width}z`;
    },
    polygon: () => undefined,
    hexagon: () => undefined,
    ellipse: () => undefined,
    fill: () => undefined,
    text: () => undefined,
    end: () => ({ path, modules }),
  };
}

/** The bars of a Code 128 as one path, one unit high. Throws if the text cannot be a barcode. */
export const code128Bars = (code: string): Bars => code128({ bcid: 'code128', text: code }, createBarPath());
