type Select<State> = <Part>(selector: (state: State) => Part) => Part;
type Change<State> = Partial<State> | ((state: State) => Partial<State>);
interface Store<State> {
  readonly getState: () => State;
  readonly setState: (change: Change<State>) => void;
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
    setState: (change: Change<State>) => {
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) };
    },
  });
}
