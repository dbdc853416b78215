export const setup = { title: 'Setup' } as const;
