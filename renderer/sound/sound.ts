export function useSounds(): void {}
