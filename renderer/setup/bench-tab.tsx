import { useState } from 'react';
import type { BackupState } from '../../shared/backup.ts';
import { isLeadPin, type Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { play } from '../sound/sound.ts';
import { momentText } from '../text/format.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Note } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { withBreaks } from '../ui/with-breaks.tsx';
import { useWindowState } from '../window-state.ts';
import { DataKeyCard } from './data-key-card.tsx';
import { useDraft } from './draft.ts';
import { PassphraseCard } from './passphrase-card.tsx';
import { RecoveryCode } from './recovery-code.tsx';
import { SaveRow } from './save-row.tsx';
import type { TabProps } from './tab-props.ts';

export function BenchTab({ setup, isBusy, isSaved, onSave }: TabProps) {
  const words = text.setup.bench;
  const [benchName, setBenchName] = useDraft('bench.benchName', setup.settings.benchName);
  const [packer, setPacker] = useDraft('bench.packer', setup.settings.packer);
  const [backupFolder, setBackupFolder] = useDraft('bench.backupFolder', setup.settings.backupFolder);
  const [sounds, setSounds] = useDraft('bench.sounds', setup.settings.sounds);
  const [scanBack, setScanBack] = useDraft('bench.scanBack', setup.settings.scanBack);
  const [checksItems, setChecksItems] = useDraft('bench.checksItems', setup.settings.checksItems);
  const [opensByProduct, setOpensByProduct] = useDraft('bench.opensByProduct', setup.settings.opensByProduct);
  const pin = useLeadPin(setup.hasLeadPin);
  const errors = [benchName.trim() === '', pin.isWrong].filter(Boolean).length;
  const save = async () => {
    // A typed PIN is saved with the rest. If that fails, nothing else is saved.
    if (pin.isTyped && !(await pin.change())) return;
    onSave({
      benchName: benchName.trim(),
      packer: packer.trim(),
      sounds,
      scanBack,
      checksItems,
      opensByProduct,
      backupFolder: backupFolder.trim(),
    });
  };
  return (
    <>
      <ThisComputer warnings={setup.computer} />
      <Card className="col" title={words.title}>
        <div className="setup-grid">
          <Field
            className="span-3"
            label={words.name}
            value={benchName}
            onChange={setBenchName}
            {...(benchName.trim() === '' && { error: words.invalidName })}
          />
          <Field className="span-3" label={words.packer} value={packer} onChange={setPacker} />
        </div>
        <BackupFields backup={setup.backup} folder={backupFolder} onChange={setBackupFolder} />
        <SwitchRow isOn={sounds} onChange={setSounds}>
          {words.sounds}
        </SwitchRow>
        <Sounds />
        <SwitchRow isOn={scanBack} onChange={setScanBack}>
          {words.scanBack}
        </SwitchRow>
        <SwitchRow isOn={checksItems} onChange={setChecksItems}>
          {words.checksItems}
        </SwitchRow>
        <SwitchRow isOn={opensByProduct} onChange={setOpensByProduct}>
          {words.opensByProduct}
        </SwitchRow>
      </Card>
      <RestoredData witness={setup.witness} />
      <PassphraseCard setup={setup} />
      <RecoveryCode setup={setup} />
      <DataKeyCard setup={setup} />
      <LeadPin hasPin={setup.hasLeadPin} {...pin} />
      <SaveRow tab="bench" isBusy={isBusy} isSaved={isSaved} errors={errors} onSave={() => void save()} />
    </>
  );
}

/** Plays each sound, also while they are off: to learn them, and to set the volume of the computer. */
function Sounds() {
  const words = text.setup.bench;
  return (
    <div className="row sounds">
      <p className="muted">{words.listen}</p>
      {(['ready', 'done', 'look', 'stop'] as const).map((signal) => (
        <Button key={signal} kind="quiet" isSmall label={words.listenTo(text.frame.signals[signal])} onPress={() => play(signal)}>
          <span className="sound-of" data-state={signal}>
            <Icon name={signal} />
            {text.frame.signals[signal]}
          </span>
        </Button>
      ))}
    </div>
  );
}

/** Warnings about this computer for an administrator; renders nothing if there are none. */
function ThisComputer({ warnings }: { warnings: Setup['computer'] }) {
  const words = text.setup.bench;
  if (warnings.length === 0) return null;
  return (
    <Card className="col" title={words.computerTitle}>
      {warnings.map((warning) => (
        <Note key={JSON.stringify(warning)} icon="look">
          {sentenceOf(words.computer, warning)}
        </Note>
      ))}
    </Card>
  );
}

/** The backup folder of the journal, the time of the last backup, and why one failed. */
function BackupFields({ backup, folder, onChange }: { backup: BackupState; folder: string; onChange: (folder: string) => void }) {
  const words = text.setup.bench;
  const { lastAt, problem } = backup;
  return (
    <>
      <h3>{words.backupTitle}</h3>
      {problem ? <Note icon="stop">{words.backupProblems[problem]}</Note> : <p className="muted">{words.backupHint}</p>}
      <div className="setup-grid">
        <Field className="span-4" label={words.backupFolder} value={folder} onChange={onChange} />
        <p className="span-2 muted to-end">{lastAt ? words.backupLast(momentText(lastAt)) : words.backupNone}</p>
      </div>
    </>
  );
}

/** How the program detects data restored from a backup, and the one case that it cannot detect. */
function RestoredData({ witness: { folder, fails } }: { witness: Setup['witness'] }) {
  const { station } = useWindowState();
  const words = text.setup.bench;
  const { send, failure, isBusy } = useIntent();
  const [isDeclared, setDeclared] = useState(false);
  const declare = async () => setDeclared((await send(station.declareRestored({}))) !== undefined);
  return (
    <Card className="col" title={words.witnessTitle}>
      {fails && <Note icon="look">{withBreaks(words.witnessFails(folder))}</Note>}
      <FailureNote failure={failure} />
      <div className="row">
        <p className="muted grow">{isDeclared ? words.declaredHint : words.witnessHint}</p>
        <HoldButton isSmall hasKey={false} isDisabled={isBusy || isDeclared} onHeld={() => void declare()}>
          {words.declareRestored}
        </HoldButton>
      </div>
    </Card>
  );
}

/** State of the shift lead's PIN fields, and how the PIN is set. */
function useLeadPin(hasPin: boolean) {
  const { station } = useWindowState();
  const [oldPin, setOldPin] = useDraft('bench.oldPin', '');
  const [pin, setPin] = useDraft('bench.pin', '');
  const [isSet, setSet] = useState(false);
  const { send, failure, isBusy } = useIntent();
  const [isLost, setLost] = useState(false);
  const isInvalid = pin !== '' && !isLeadPin(pin);
  const change = async (): Promise<boolean> => {
    const changed = await send(isLost ? station.resetLeadPin({ proof: oldPin, pin }) : station.setLeadPin({ oldPin, pin }));
    setSet(changed !== undefined);
    setOldPin('');
    setPin('');
    return changed !== undefined;
  };
  const isTyped = pin !== '' || (hasPin && oldPin !== '');
  return { oldPin, setOldPin, pin, setPin, isSet, isLost, setLost, isWrong: isInvalid, isTyped, isBusy, failure, change };
}

function LeadPin({
  hasPin,
  oldPin,
  setOldPin,
  pin,
  setPin,
  isSet,
  isLost,
  setLost,
  isWrong: isInvalid,
  isBusy,
  failure,
  change,
}: { hasPin: boolean } & ReturnType<typeof useLeadPin>) {
  const words = text.setup.bench;
  return (
    <Card className="col grow" title={words.pinTitle} aside={<span className="muted">{hasPin ? words.pinSet : words.pinNone}</span>}>
      <p className="muted">{words.pinHint}</p>
      <FailureNote failure={failure} />
      <div className="setup-grid">
        {hasPin && (
          <Field className="span-3" label={isLost ? words.proof : words.oldPin} takes="secret" value={oldPin} onChange={setOldPin} />
        )}
        <Field
          className="span-3"
          label={words.newPin}
          takes="secret"
          value={pin}
          onChange={setPin}
          {...(isInvalid && { error: words.invalidPin })}
        />
      </div>
      <div className="row">
        <output className="muted grow">{isSet && words.pinSaved}</output>
        {hasPin && (
          <Button kind="quiet" isSmall onPress={() => setLost(!isLost)}>
            {isLost ? words.pinKnown : words.pinLost}
          </Button>
        )}
        <Button isSmall isDisabled={!isLeadPin(pin) || isBusy} onPress={() => void change()}>
          {words.setPin}
        </Button>
      </div>
    </Card>
  );
}
