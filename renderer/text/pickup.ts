export const pickup = { title: 'Pickup' } as const;
