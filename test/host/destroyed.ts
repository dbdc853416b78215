/**
 * Makes every method and getter of a class throw once the object is destroyed, as Electron's own objects do, even for reading
 * `window.webContents`. `free`: members that the stand-in itself still uses then, beside `isDestroyed`.
 */
export function refuseOnceDestroyed<T extends { isDestroyed(): boolean }>(prototype: T, free: readonly (keyof T)[]): void {
  const refused = ({ isDestroyed }: T, of: T): void => {
    if (isDestroyed.call(of)) throw new TypeError('Object has been destroyed');
  };
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (['constructor', 'isDestroyed', ...free].includes(name)) continue;
    const { get, value } = property;
    if (get)
      Object.defineProperty(prototype, name, {
        ...property,
        get(this: T) {
          refused(prototype, this);
          return get.call(this);
        },
      });
    if (typeof value === 'function')
      Object.defineProperty(prototype, name, {
        ...property,
        value(this: T, ...given: unknown[]) {
          refused(prototype, this);
          return value.apply(this, given);
        },
      });
  }
}
