import type { Upload } from '../../shared/upload.ts';
import { messageText, remarkText } from '../text/messages.ts';
import { KeptServiceMessage } from './service-message.tsx';

/** Why a document has its state. Only a refusal is in the service's own words. */
export function UploadMessage({ upload: { state, message } }: { upload: Upload }) {
  if (!message) return null;
  if (state === 'rejected') return <KeptServiceMessage message={messageText(message)} />;
  return <span className="muted">{remarkText(message)}</span>;
}
