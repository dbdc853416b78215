export const resolve = { title: 'Resolve' } as const;
