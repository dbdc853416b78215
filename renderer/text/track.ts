export const track = { title: 'Track' } as const;
