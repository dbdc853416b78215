/** Return labels of shipped orders. `customer` and `us`: names with their towns. */
export const returns = {
  act: 'Return label',
  of: (orderKey: string, customer: string) => `Return label for ${orderKey}: from ${customer} to`,
  done: (orderKey: string, customer: string, us: string) => `Return label for ${orderKey}: from ${customer} to ${us}`,
  bought: (when: string, packer: string) => (packer ? `Return label bought ${when} by ${packer}` : `Return label bought ${when}`),
  boughtAt: (bench: number, when: string, packer: string) =>
    packer ? `Return label bought at bench ${bench}, ${when}, by ${packer}` : `Return label bought at bench ${bench}, ${when}`,
  asSent: 'As it was sent',
  asSentQuestion: (answer: string) => `${answer}, as it was sent?`,
  give: 'Send it to the customer,',
  dropOff: 'The customer can bring the parcel to a drop-off point of the courier. No driver is ordered here.',
  noDropOff: 'This service collects at the customer. Arrange it with the courier: no driver is ordered here.',
  again: 'Buy another return label',
  againAct: 'One more label',
  againHint: 'This buys one more return label and costs again. The earlier one is not refunded.',
  reasons: {
    second: 'A second parcel comes back',
    expired: 'The first label was lost or has expired',
    other: 'Other: type it',
  },
  otherReason: 'Why is another label bought?',
} as const;
