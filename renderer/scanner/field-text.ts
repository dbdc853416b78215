type TextInput = HTMLInputElement | HTMLTextAreaElement;

const textInputs = new Set(['text', 'search', 'password', 'email', 'tel', 'url', 'number']);

/** The text field that has the focus and can be typed into. */
export function focusedField(): HTMLElement | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement) return textInputs.has(focused.type) && !focused.readOnly && !focused.disabled ? focused : null;
  if (focused instanceof HTMLTextAreaElement) return focused;
  return focused instanceof HTMLElement && focused.isContentEditable ? focused : null;
}

const isTextInput = (field: Element | null): field is TextInput =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;

/** Sets the shown text of a field. React notices it only if an input event follows. */
function show(field: TextInput, value: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value);
}

/** Fields for numbers and addresses have no selection, and take typed text at their end. */
const selectionIn = ({ selectionStart, selectionEnd, value }: TextInput): { readonly start: number; readonly end: number } => ({
  start: selectionStart ?? value.length,
  end: selectionEnd ?? value.length,
});

function select(field: TextInput, start: number | null, end: number | null): void {
  // Fields for numbers and addresses have no selection.
  if (start !== null && end !== null) field.setSelectionRange(start, end);
}

/** The place of the last typed text in its field, and what it replaced. A secret must not stay in memory, so nothing of the text is kept. */
interface Typed {
  readonly field: TextInput;
  readonly start: number;
  readonly replaced: string;
  /** Length of the content without the replaced text, and with the typed one. */
  readonly before: number;
  readonly after: number;
}

interface Echo {
  readonly field: TextInput;
  before: string;
  readonly start: number | null;
  readonly end: number | null;
  shown: string;
}

/**
 * The text of the focused field. Pending keys are only drawn into it: its component keeps its value until the text is final, so a scan
 * leaves no trace in a draft, a search or a check.
 */
export class FieldText {
  #echo: Echo | undefined;
  #last: Typed | undefined;
  #composing: { readonly field: TextInput; readonly before: string } | undefined;
  #isOwn = false;

  /** True if `type` caused the text event that is being handled. */
  get isOwn(): boolean {
    return this.#isOwn;
  }

  /** True if typed text will be the whole content: the field is empty, or all of it is selected. */
  isEmpty(): boolean {
    const field = focusedField();
    if (!field) return true;
    if (!isTextInput(field)) return (field.textContent ?? '') === '';
    const echo = this.#echo?.field === field ? this.#echo : undefined;
    const value = echo ? this.#valueBehind(echo) : field.value;
    const { start, end } = echo ?? { start: field.selectionStart, end: field.selectionEnd };
    return value === '' || (start === 0 && end === value.length);
  }

  /** True if the key Delete would remove something from the focused field, as far as its cursor is known. */
  isDeleting(): boolean {
    const field = focusedField();
    if (!field) return false;
    if (!isTextInput(field)) return true;
    return !(field.value === '' || (field.selectionStart === field.value.length && field.selectionEnd === field.value.length));
  }

  /** The value without text that is only drawn. A component that has rendered since has set its own value. */
  #valueBehind(echo: Echo): string {
    return echo.field.value === echo.shown ? echo.before : echo.field.value;
  }

  echo(text: string): void {
    if (text === '') return this.#clear();
    const field = focusedField();
    if (!isTextInput(field)) return;
    if (this.#echo && this.#echo.field !== field) this.#clear();
    this.#echo ??= { field, before: field.value, start: field.selectionStart, end: field.selectionEnd, shown: field.value };
    const echo = this.#echo;
    echo.before = this.#valueBehind(echo);
    const start = echo.start ?? echo.before.length;
    echo.shown = echo.before.slice(0, start) + text + echo.before.slice(echo.end ?? start);
    show(field, echo.shown);
    select(field, echo.start === null ? null : start + text.length, echo.start === null ? null : start + text.length);
  }

  #clear(): void {
    const echo = this.#echo;
    this.#echo = undefined;
    if (!echo?.field.isConnected) return;
    const before = this.#valueBehind(echo);
    if (echo.field.value !== before) show(echo.field, before);
    if (document.activeElement === echo.field) select(echo.field, echo.start, echo.end);
  }

  /** Types at the cursor, as the keys would have done. */
  type(text: string): void {
    const field = focusedField();
    const before = isTextInput(field) ? field.value : '';
    const { start, end } = isTextInput(field) ? selectionIn(field) : { start: 0, end: 0 };
    this.#isOwn = true;
    try {
      document.execCommand('insertText', false, text);
    } finally {
      this.#isOwn = false;
    }
    const replaced = isTextInput(field) && field.type !== 'password' ? before.slice(start, end) : '';
    this.#last = isTextInput(field)
      ? { field, start, replaced, before: before.length - (end - start), after: field.value.length }
      : undefined;
  }

  takeBack(): void {
    const last = this.#last;
    this.#last = undefined;
    if (!last?.field.isConnected || last.field.value.length !== last.after) return;
    const { field, start, replaced, before, after } = last;
    change(field, field.value.slice(0, start) + replaced + field.value.slice(start + after - before));
  }

  /** An input method starts to compose in the focused field. */
  compositionStarted(): void {
    const field = focusedField();
    if (isTextInput(field)) this.#composing ??= { field, before: field.value };
  }

  compositionEnded(): void {
    this.#composing = undefined;
  }

  /** Discards an input method's result of a scan. */
  endComposition(): void {
    const composing = this.#composing;
    this.#composing = undefined;
    if (!composing?.field.isConnected) return;
    const hadFocus = document.activeElement === composing.field;
    // Leaving the field ends the composition on every system.
    composing.field.blur();
    if (composing.field.value !== composing.before) change(composing.field, composing.before);
    if (hadFocus) composing.field.focus();
  }
}

/** Sets the value as if a person had typed it. */
function change(field: TextInput, value: string): void {
  show(field, value);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
}
