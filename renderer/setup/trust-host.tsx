import type { Failure } from '../../shared/failure.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';

/** Shown after a folder or printer was refused because it is on another computer: accepts that computer. Then it has to be saved again. */
export function TrustHost({ failure }: { failure: Failure | null }) {
  const { station } = useWindowState();
  const { send, failure: notTrusted, isBusy } = useIntent();
  const words = text.setup.trustHost;
  const hosts = [...new Set(failure?.reasons?.flatMap((reason) => (reason.code === 'folder-elsewhere' ? [reason.host] : [])))];
  return hosts.map((host) => (
    <div className="row" key={host}>
      <FailureNote failure={notTrusted} />
      <p className="muted grow">{words.hint}</p>
      <Button isSmall isDisabled={isBusy} onPress={() => void send(station.trustHost({ host }))}>
        {words.accept(host)}
      </Button>
    </div>
  ));
}
