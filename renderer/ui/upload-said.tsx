import type { Upload } from '../../shared/customs.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { text } from '../text/text.ts';
import { KeptServiceWords } from './service-words.tsx';

/** Why a document is where it is. Only a refusal is in the service's own words. */
export function UploadSaid({ upload: { state, said } }: { upload: Upload }) {
  if (!said) return null;
  if (state === 'rejected') return <KeptServiceWords said={said} />;
  return <span className="muted">{said in text.failures ? text.failures[said as FailureCode].what : said}</span>;
}
