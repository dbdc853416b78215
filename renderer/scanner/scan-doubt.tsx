import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { LookNote } from '../ui/failure-note.tsx';
import { scanDoubtMeans, useShown, useWindowState } from '../window-state.ts';

/** A text in a field that came like a slow scan. It stays as typed unless the packer confirms that it was a scan. */
export function ScanDoubt() {
  const { station, forgetScanDoubt } = useWindowState();
  const doubt = useShown(({ scanDoubt }) => scanDoubt);
  if (!doubt) return null;
  const open = () => {
    forgetScanDoubt();
    void station.scan({ code: doubt.code });
  };
  return (
    <div className="scan-doubt">
      <LookNote isAlert what={text.scan.wasScan(doubt)} next={text.scan.wasScanWhy}>
        <Button isSmall className="push" means={scanDoubtMeans} commits onPress={open}>
          {text.scan.openIt(doubt)}
        </Button>
      </LookNote>
    </div>
  );
}
