export interface Page {
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}
