export const manual = {
  says: 'Manual',
  open: 'Manual',
  close: 'Close the manual',
  told: 'A scan goes on with the next parcel all the same.',
  readers: { packer: 'packer', lead: 'lead', admin: 'admin' },
  for: (readers: readonly string[]) => `for the ${readers.join(' and the ')}`,
} as const;
