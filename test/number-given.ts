/** Reads the whole number after an option of the command line: `--rounds 3`. Throws if it is below `least`. */
export function numberGiven(option: string, usual: number, least = 1): number {
  const at = process.argv.indexOf(option);
  const number = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!Number.isInteger(number) || number < least) throw new Error(`${option} wants a whole number from ${least}`);
  return number;
}
