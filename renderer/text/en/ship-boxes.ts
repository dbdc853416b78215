/** Several boxes for one shipment. Each becomes a parcel with its own label. */
export const shipBoxes = {
  boxes: {
    list: 'Boxes',
    count: (boxes: number) => (boxes === 1 ? 'One box' : `${boxes} boxes`),
    name: (no: number) => `Box ${no}`,
    names: (from: number, to: number) => `Boxes ${from} to ${to}`,
    inHistory: 'Their items are in the history',
    open: 'open',
    closed: 'closed',
    size: 'Size',
    factOf: (fact: string, no: number, of: number) => `${fact} of box ${no} of ${of}`,
    question: {
      box: (no: number) => `Box ${no}: which size is it?`,
      weight: (no: number) => `Put box ${no} on the scale and type its weight.`,
    },
    scanInto: (no: number) => `Scan the next item into box ${no}`,
    justClosed: (no: number) => `Box ${no} is closed`,
    goesOn: (no: number) => `The next item goes into box ${no}.`,
    label: (no: number, of: number) => `Box ${no}: label ${no} of ${of}`,
  },
} as const;
