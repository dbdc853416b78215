import type { Upload } from '../../shared/upload.ts';
import { remarkText, saidText } from '../text/said.ts';
import { KeptServiceWords } from './service-words.tsx';

/** Why a document has its state. Only a refusal is in the service's own words. */
export function UploadSaid({ upload: { state, said } }: { upload: Upload }) {
  if (!said) return null;
  if (state === 'rejected') return <KeptServiceWords said={saidText(said)} />;
  return <span className="muted">{remarkText(said)}</span>;
}
