let isReady = false;

export const appIsReady = (): boolean => isReady;

/** Marks the app as ready: from now on nothing is refused as too early. */
export function becomeReady(): void {
  isReady = true;
}

/** Throws Electron's error for calls before the app is ready. */
export function requireReady(refusal: string, Refusal: new (message: string) => Error = Error): void {
  if (!isReady) throw new Refusal(refusal);
}

/** Throws for calls that are allowed only before the app is ready. */
export function requireUnready(refusal: string): void {
  if (isReady) throw new Error(refusal);
}
