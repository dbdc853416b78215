import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

interface KeptSecretFieldProps {
  readonly label: string;
  /** True where one is sealed on this computer. It never comes back: the field stays empty and says so, and what is typed takes its place. */
  readonly isKept: boolean;
  /** Null leaves what is kept, empty takes it out. */
  readonly typed: string | null;
  readonly onType: (typed: string | null) => void;
  readonly hint?: string;
  /** What follows from having none. Where it is left out, there has to be one: it can be typed over and not taken out. */
  readonly withoutIt?: string;
  /** True for what people read aloud or compare, and nobody has to hide while it is typed. */
  readonly isInTheOpen?: boolean;
  readonly className?: string;
}

/** A key, a token or a password, as it is typed over the one that is kept, or taken out. */
export function KeptSecretField({ label, isKept, typed, onType, hint, withoutIt, isInTheOpen, className = '' }: KeptSecretFieldProps) {
  const words = text.setup.secret;
  const isTakenOut = isKept && typed === '';
  const placeholder = isTakenOut ? words.takenOut : isKept ? words.kept : hint;
  return (
    <div className={`kept-secret ${className}`}>
      <div className="row">
        <Field
          className="grow mono-field"
          label={label}
          takes={isInTheOpen ? 'text' : 'secret'}
          value={typed ?? ''}
          onChange={(value) => onType(value || null)}
          {...(placeholder && { placeholder })}
        />
        {isKept && withoutIt && (
          <Button
            kind="quiet"
            isSmall
            label={isTakenOut ? words.keepOf(label) : words.takeOutOf(label)}
            onPress={() => onType(isTakenOut ? null : '')}
          >
            {isTakenOut ? words.keep : words.takeOut}
          </Button>
        )}
      </div>
      {isTakenOut && <output className="small look-ink">{withoutIt}</output>}
    </div>
  );
}
