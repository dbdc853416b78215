import { LiveProof, type LiveProofProps } from './live-proof.tsx';
import { SuggestedRule } from './suggested-rule.tsx';

interface BetweenParcelsProps extends LiveProofProps {
  /** False if the parcel in hand needs the packer first. */
  readonly isCalm?: boolean;
}

/** The questions that may wait: about the first live parcel, then about a rule. */
export function BetweenParcels({ isCalm = true, ...props }: BetweenParcelsProps) {
  return (
    <>
      <LiveProof {...props} />
      {isCalm && <SuggestedRule />}
    </>
  );
}
