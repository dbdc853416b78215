/** The output that shows the line: `process.stderr`, or that of a test. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** One line that shows progress. In a terminal it is redrawn in place. In a log it becomes a line for each tenth. */
export interface ProgressLine {
  /** Sizes in bytes; `total` is null if the sender did not state it. */
  received(bytes: number, total: number | null): void;
  /** Replaces the sizes with another text. */
  step(text: string): void;
  /** Ends the line, so that further output starts on a new one. */
  end(): void;
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
const stepWithoutTotal = 10_000_000;

/** "37 of 118 MB", or "37 MB" if the whole size is unknown. */
export const sizeText = (bytes: number, total: number | null): string =>
  total === null ? `${megabytes(bytes)} MB` : `${megabytes(bytes)} of ${megabytes(total)} MB`;

export function progressLine(screen: Screen, title: string): ProgressLine {
  let shown = '';
  let tenth = 0;
  const show = (text: string): void => {
    if (text === shown) return;
    screen.write(screen.isTTY ? `\r${title}: ${text}\u001b[K` : `${title}: ${text}\n`);
    shown = text;
  };
  return {
    received(bytes, total) {
      if (screen.isTTY) return show(sizeText(bytes, total));
      const reached = Math.floor(bytes / (total === null ? stepWithoutTotal : Math.max(total / 10, 1)));
      if (reached === tenth) return;
      tenth = reached;
      show(sizeText(bytes, total));
    },
    step: show,
    end() {
      if (screen.isTTY && shown !== '') screen.write('\n');
      shown = '';
    },
  };
}
