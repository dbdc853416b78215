let isReady = false;

export const appIsReady = (): boolean => isReady;

/** From here on nothing is refused for coming too early. */
export function becomeReady(): void {
  isReady = true;
}

/** Throws the error that Electron throws for what comes before the app is ready. */
export function requireReady(refusal: string, Refusal: new (message: string) => Error = Error): void {
  if (!isReady) throw new Refusal(refusal);
}

/** And for what comes after that. */
export function requireUnready(refusal: string): void {
  if (isReady) throw new Error(refusal);
}
