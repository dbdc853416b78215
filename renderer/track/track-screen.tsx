import './track.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { readScan } from '../../shared/scan.ts';
import { useScanTarget } from '../key-presses.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Empty } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Reading } from '../ui/reading.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Seconds } from '../ui/seconds.tsx';
import { useWindowState } from '../window-state.ts';
import { type Found, FoundParcel, isLabelAsked } from './found-parcel.tsx';
import { UnderWay } from './under-way.tsx';

export function TrackScreen() {
  const { station } = useWindowState();
  const words = text.track;
  const [number, setNumber] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [looks, setLooks] = useState(0);
  // Selects the text, so that the keys of the next slow scan replace the last number instead of extending it.
  useLayoutEffect(() => field.current?.select(), [looks]);
  const intent = useIntent();
  const { send, failure, isBusy } = intent;
  /** Intent for actions on the found parcel. */
  const acting = useIntent();

  const look = async (wanted: string) => {
    const asked = wanted.trim();
    if (!asked) return;
    setNumber(asked);
    setLooks((before) => before + 1);
    // The shown result does not belong to the new look-up.
    setFound(null);
    acting.free();
    setFound((await send(station.track({ number: asked }))) ?? null);
  };
  useScanTarget((code) => {
    const scan = readScan(code);
    if (scan.kind === 'number') void look(scan.text);
    else void send(station.scan({ code }));
  });

  const { state, message } = bandOf();
  const waitedSince = intent.busySince ?? acting.busySince;
  return (
    <>
      <Band size="compact" state={state} message={message} aside={waitedSince && <Seconds since={waitedSince} />} />
      <div className="body track">
        <div className="row track-search">
          <SearchField
            label={words.searchLabel}
            hint={words.searchHint}
            value={number}
            onChange={setNumber}
            onEnter={(wanted) => void look(wanted)}
            inputRef={field}
            isLarge
            takesCodes
            hasFocus
          />
        </div>
        <Reading intent={intent} />
        {found ? (
          <FoundParcel
            key={`${found.tracked.orderNo} ${number}`}
            asked={number}
            found={found}
            onAsked={() => void look(number)}
            failure={failure}
            intent={acting}
          >
            <UnderWay onPick={(wanted) => void look(wanted)} />
          </FoundParcel>
        ) : (
          <>
            <section className="card track-start">
              <FailureNote failure={failure} onRetry={() => void look(number)} />
              {isBusy ? (
                <Empty icon="search" title={words.statusLooking(number)}>
                  {words.looking}
                </Empty>
              ) : (
                <Empty icon="place" title={words.startTitle}>
                  {words.start}
                </Empty>
              )}
            </section>
            <UnderWay onPick={(wanted) => void look(wanted)} canBeSaved />
          </>
        )}
      </div>
    </>
  );

  function bandOf(): { state: Signal; message: string } {
    if (isBusy) return { state: 'working', message: words.statusLooking(number) };
    if (failure)
      return { state: 'look', message: failure.code === 'number-not-found' ? words.statusNotFound : text.failures[failure.code].what };
    if (acting.isBusy) return { state: 'working', message: words.statusAsking };
    if (acting.failure)
      return { state: 'look', message: isLabelAsked(acting) ? words.statusNotCompared : text.failures[acting.failure.code].what };
    if (!found) return { state: 'ready', message: words.status };
    const { booking, tracked } = found;
    return { state: 'ready', message: words.statusFound(booking?.orderKey ?? number, tracked.status) };
  }
}
