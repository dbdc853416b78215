import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

interface KeptSecretFieldProps {
  readonly label: string;
  /**
   * True if an encrypted value is stored on this computer. It is never returned: the field stays empty and shows this, and typed text
   * replaces it.
   */
  readonly isKept: boolean;
  /** Null keeps the stored value, empty removes it. */
  readonly typed: string | null;
  readonly onType: (typed: string | null) => void;
  readonly onEnter?: () => void;
  readonly hint?: string;
  /** Consequence of having none. If omitted, a value is required: it can be replaced but not removed. */
  readonly withoutIt?: string;
  /** True for values that people read aloud or compare, which need not be hidden while typing. */
  readonly isInTheOpen?: boolean;
  readonly className?: string;
}

/** A key, a token or a password: replaces the stored one or removes it. */
export function KeptSecretField({
  label,
  isKept,
  typed,
  onType,
  onEnter,
  hint,
  withoutIt,
  isInTheOpen,
  className = '',
}: KeptSecretFieldProps) {
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
          {...(onEnter && { onEnter })}
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
