type Split<Text extends string, Between extends string> = Text extends `${infer First}${Between}${infer Rest}`
  ? First | Split<Rest, Between>
  : Text;

/** The words of a text, each with its own type: many short strings in a line. */
export const words = <const Text extends string>(text: Text) => text.split(' ') as [Split<Text, ' '>, ...Split<Text, ' '>[]];

/** The same of a text whose parts have ` | ` between them. */
export const parts = <const Text extends string>(text: Text) => text.split(' | ') as [Split<Text, ' | '>, ...Split<Text, ' | '>[]];
