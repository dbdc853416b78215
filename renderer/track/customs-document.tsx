import { useState } from 'react';
import type { CallArgs, Station } from '../../shared/ipc.ts';
import { documentTypes, type Upload } from '../../shared/upload.ts';
import { type Intent, useIntent } from '../query.ts';
import { timeText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import type { Signal } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Segment } from '../ui/field.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { UploadMessage } from '../ui/upload-message.tsx';
import { useWindowState } from '../window-state.ts';

const signalOf: Record<Upload['state'], Signal> = {
  waiting: 'working',
  sending: 'working',
  accepted: 'done',
  rejected: 'look',
  unknown: 'look',
};

/** Sends a chosen file as a document of a shipment. The service accepts any media type. */
export async function attachFile(
  { attachDocument }: Station,
  send: Intent['send'],
  of: Pick<CallArgs<'attachDocument'>, 'bookingId' | 'orderNo'>,
  documentType: (typeof documentTypes)[number],
  files: FileList | null,
): Promise<void> {
  const file = files?.[0];
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  await send(attachDocument({ ...of, documentType, name: file.name, mediaType: file.type, bytes }));
}

/** Attaches documents to a booked shipment, and lists the earlier ones with their state. */
export function CustomsDocument({
  of,
  uploads,
  onAttached,
  onClose,
}: {
  of: Pick<CallArgs<'attachDocument'>, 'bookingId' | 'orderNo'>;
  uploads: readonly Upload[];
  onAttached: () => void;
  onClose: () => void;
}) {
  const words = text.track;
  const [documentType, setDocumentType] = useState<(typeof documentTypes)[number]>('Customs Invoice');
  const { station } = useWindowState();
  const { send, failure, isBusy } = useIntent();
  const attach = async (files: FileList | null) => {
    await attachFile(station, send, of, documentType, files);
    onAttached();
  };
  return (
    <Card
      className="col grow track-papers"
      title={words.attachTitle}
      aside={
        <Button kind="quiet" isSmall onPress={onClose}>
          {words.close}
        </Button>
      }
    >
      <FailureNote failure={failure} />
      <Segment
        label={words.documentType}
        options={documentTypes.map((id) => ({ id, name: words.documents[id] }))}
        value={documentType}
        onChange={setDocumentType}
      />
      <FileButton isSmall isDisabled={isBusy} onFiles={(files) => void attach(files)}>
        {words.chooseDocument}
      </FileButton>
      <p className="muted small">{words.attachHint}</p>
      <ul className="col">
        {uploads.map((upload) => (
          <li key={upload.id} className="row between track-upload">
            <span className="grow">
              <b className="strong">{upload.name}</b> <span className="muted small">{timeText(upload.changedAt)}</span>{' '}
              <UploadMessage upload={upload} />
            </span>
            <Badge state={signalOf[upload.state]}>{words.uploads[upload.state]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
