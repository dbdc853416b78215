export const ship = { title: 'Ship' } as const;
