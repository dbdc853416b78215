/** Maximum characters of an item's name. Its end often contains colour or size, so only absurd names are cut. */
const longestName = 160;

/** Cuts between whole characters, never inside an emoji or an accented letter. */
export function cut(name: string, longest = longestName): string {
  if (name.length <= longest) return name;
  let [start, characters] = ['', 0];
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (characters === longest) return `${start.trimEnd()}…`;
    start += segment;
    characters += 1;
  }
  return name;
}
