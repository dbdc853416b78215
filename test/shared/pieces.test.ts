import { expect, test } from 'vitest';
import { isPartlyOnParcels, isPieceOut, labelsToPlace, piecesMissing, piecesOf } from '../../shared/pieces.ts';
import { booking, job, order, parcel, people } from '../shots/people.ts';

const boxes = (contents: readonly string[]) =>
  order(
    'P-1',
    people.sarka,
    contents.map((each) => parcel(1000, each)),
  );
const labels = (...states: readonly ('printed' | 'sent' | 'failed')[]) =>
  states.map((state, at) => job('b-P-1', state, { piece: at + 1, pieces: states.length }));

test('each label has its own print and its own time on the parcel', () => {
  const two = booking(boxes(['Vase', 'Bowl']), {
    jobs: labels('printed', 'failed'),
    piecesOnParcel: [{ piece: 1, at: '2026-11-19T14:07:00.000Z' }],
  });
  expect(piecesOf(two).map(({ no, contents, onParcelAt }) => [no, contents, onParcelAt])).toEqual([
    [1, 'Vase', '2026-11-19T14:07:00.000Z'],
    [2, 'Bowl', null],
  ]);
  expect(piecesOf(two).map((piece) => isPieceOut(two, piece))).toEqual([true, false]);
  expect([piecesMissing(two).map(({ no }) => no), isPartlyOnParcels(two)]).toEqual([[2], true]);
});

test('contents are left out if all parcels have the same', () => {
  expect(piecesOf(booking(boxes(['Vase', 'Vase']), { jobs: [] })).map(({ contents }) => contents)).toEqual(['', '']);
});

test('a shipment with one label has no missing pieces, even if it has two parcels', () => {
  const one = booking(boxes(['Vase', 'Bowl']), { jobs: labels('printed') });
  expect([labelsToPlace(one), piecesMissing(one)]).toEqual([1, []]);
});

test('with other pages between the labels, a label is out once all pages are', () => {
  const withReturns = booking(boxes(['Vase', 'Bowl']), { jobs: labels('printed', 'printed', 'failed') });
  expect(piecesOf(withReturns).map((piece) => [piece.job, isPieceOut(withReturns, piece)])).toEqual([
    [undefined, false],
    [undefined, false],
  ]);
});
