type Select<State> = <Part>(selector: (state: State) => Part) => Part;
interface Store<State> {
  readonly getState: () => State;
  readonly setState: (change: Partial<State>) => void;
}

/** A store whose screens are drawn once, from what it holds at that moment. */
export function create<State>(): (begin: () => State) => Select<State> & Store<State>;
export function create<State>(begin: () => State): Select<State> & Store<State>;
export function create<State>(begin?: () => State): unknown {
  if (!begin) return (later: () => State) => create(later);
  let state = begin();
  const select: Select<State> = (selector) => selector(state);
  return Object.assign(select, {
    getState: () => state,
    setState: (change: Partial<State>) => {
      state = { ...state, ...change };
    },
  });
}
