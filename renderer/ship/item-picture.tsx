import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { OrderKey } from '../../shared/order.ts';
import { Icon } from '../ui/icon.tsx';
import { useWindowState } from '../window-state.ts';
import { keptThumbnail, thumbnailOf } from './thumbnails.ts';

/** The picture of an item; a grey box until it is there, and if there is none. Nothing waits for it. */
export function ItemPicture({ orderKey, address }: { orderKey: OrderKey; address: string | undefined }) {
  const thumbnail = useThumbnail(orderKey, address);
  return (
    <span className="pic" aria-hidden="true">
      {thumbnail ? <Drawn thumbnail={thumbnail} /> : <Icon name="parcel" />}
    </span>
  );
}

function Drawn({ thumbnail }: { thumbnail: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => canvas.current?.getContext('2d')?.drawImage(thumbnail, 0, 0), [thumbnail]);
  return <canvas ref={canvas} width={thumbnail.width} height={thumbnail.height} />;
}

function useThumbnail(key: OrderKey, address: string | undefined): ImageBitmap | undefined {
  const { station } = useWindowState();
  const [last, setLast] = useState<{ readonly of: string; readonly thumbnail: ImageBitmap | undefined }>();
  const load = useEffectEvent(async (of: string) => {
    const answer = await station.itemPicture({ key, address: of });
    return answer.ok ? answer.value : null;
  });
  useEffect(() => {
    if (address === undefined || keptThumbnail(address)) return undefined;
    const unwanted = new AbortController();
    void thumbnailOf(address, () => load(address), unwanted.signal).then(
      (thumbnail) => unwanted.signal.aborted || setLast({ of: address, thumbnail }),
    );
    return () => unwanted.abort();
  }, [address]);
  if (address === undefined) return undefined;
  return keptThumbnail(address) ?? (last?.of === address ? last.thumbnail : undefined);
}
