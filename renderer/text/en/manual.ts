export const manual = {
  status: 'Manual',
  open: 'Manual',
  close: 'Close the manual',
  hint: 'A scan closes the manual and opens the next parcel.',
  readers: { packer: 'packers', lead: 'shift leads', admin: 'administrators' },
  for: (readers: readonly string[]) => `for ${readers.join(' and ')}`,
} as const;
