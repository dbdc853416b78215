import type { ReactNode } from 'react';
import type { PressMeaning } from '../../shared/key-meanings.ts';
import { Barcode } from './barcode.tsx';
import { Button } from './button.tsx';

/** Available actions. The one next action goes last, in `Next`. */
export function Foot({ children }: { children: ReactNode }) {
  return <footer className="foot">{children}</footer>;
}

interface PrimaryProps {
  readonly means?: PressMeaning | undefined;
  /** The code of the barcode beside the button; omitted if the next action is itself a scan. */
  readonly code?: string;
  readonly commits?: boolean;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** The one primary action of a screen: its key inside, its barcode beside it. */
export function Primary({ code, isDisabled, ...button }: PrimaryProps) {
  return (
    <div className="next">
      {code && !isDisabled && (
        <span className="code">
          <Barcode code={code} />
        </span>
      )}
      <Button kind="primary" isDisabled={isDisabled ?? false} {...button} />
    </div>
  );
}
