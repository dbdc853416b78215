import { text } from '../text/text.ts';
import { Field } from '../ui/field.tsx';

interface KeptSecretFieldProps {
  readonly label: string;
  /** True where one is sealed on this computer. It never comes back: the field stays empty and says so, and what is typed takes its place. */
  readonly isKept: boolean;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly hint?: string;
  /** True for what people read aloud or compare, and nobody has to hide while it is typed. */
  readonly isInTheOpen?: boolean;
  readonly className?: string;
}

/** A key, a token or a password, as it is typed over the one that is kept. */
export function KeptSecretField({ label, isKept, typed, onType, hint, isInTheOpen = false, className = '' }: KeptSecretFieldProps) {
  const placeholder = isKept ? text.setup.secretKept : hint;
  return (
    <Field
      className={`${className} mono-field`}
      label={label}
      takes={isInTheOpen ? 'text' : 'secret'}
      value={typed}
      onChange={onType}
      {...(placeholder && { placeholder })}
    />
  );
}
