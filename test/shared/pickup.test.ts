import { expect, test } from 'vitest';
import { byCutOff, type PickupGroup } from '../../shared/pickup.ts';

const group = (courierName: string, cutOff: string): PickupGroup => ({
  courierKey: courierName.toLowerCase(),
  place: 'door',
  from: '',
  address: null,
  courierName,
  days: [],
  cutOff,
  today: 1,
  leftOver: 0,
  leftOverSince: '',
  notOut: [],
  notPlaced: [],
  droppable: { today: 0, leftOver: 0 },
  shipments: [],
});

test('the earliest cut-off comes first, then the name, and groups without one come last', () => {
  const groups = [group('UPS', ''), group('GLS', '17:00'), group('DPD', ''), group('DHL', '17:00'), group('PostNL', '09:30')];
  expect(groups.toSorted(byCutOff).map(({ courierName }) => courierName)).toEqual(['PostNL', 'DHL', 'GLS', 'DPD', 'UPS']);
});
