import { useState } from 'react';
import type { Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { useWindowState } from '../window-state.ts';
import { useDraft, useForgetDrafts } from './draft.ts';
import { asDraft, asLookUp, countOf, errorsOf, type LookUpDraft } from './look-up-draft.ts';
import { LookUps } from './look-ups.tsx';
import { hostsTyped, isPictureHostsRight, PicturesCard } from './pictures-card.tsx';
import { isPort } from './port-fields.tsx';
import { ProductsCard } from './products-card.tsx';
import { PushCard } from './push-card.tsx';
import { SaveRow } from './save-row.tsx';

/** Look-ups for the order of a scanned number, and settings for orders that others send. */
export function SourcesTab({ setup }: { setup: Setup }) {
  const { station } = useWindowState();
  const forgetDrafts = useForgetDrafts();
  const { lookUps, push, pictureHosts: keptHosts } = setup.settings;
  const [drafts, setDrafts] = useDraft<readonly LookUpDraft[]>('sources.lookUps', lookUps.map(asDraft));
  const [isPushOn, setPushOn] = useDraft('sources.isPushOn', push.isOn);
  const [port, setPort] = useDraft('sources.port', String(push.port));
  const [fromNetwork, setFromNetwork] = useDraft('sources.fromNetwork', push.fromNetwork);
  const [acceptsPlain, setAcceptsPlain] = useDraft('sources.acceptsPlain', push.acceptsPlain);
  const [pictureHosts, setPictureHosts] = useDraft('sources.pictureHosts', keptHosts.join('\n'));
  const [isSaved, setSaved] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const { send, failure, isBusy } = useIntent();
  const save = async (newToken: boolean) => {
    setSaved(false);
    const savedLookUps = await send(station.saveLookUps({ lookUps: drafts.map(asLookUp) }));
    const saved =
      savedLookUps && (await send(station.savePush({ isOn: isPushOn, port: Number(port), fromNetwork, acceptsPlain, newToken })));
    if (saved && saved.token !== null) setToken(saved.token);
    const savedHosts = saved && (await send(station.saveSettings({ settings: { pictureHosts: hostsTyped(pictureHosts) } })));
    setSaved(savedHosts !== undefined);
    if (savedHosts) forgetDrafts('sources');
  };
  const isNotAccepted = isPushOn && fromNetwork && !acceptsPlain;
  const otherErrors = [!isPort(port), isNotAccepted, !isPictureHostsRight(pictureHosts)].filter(Boolean).length;
  const errors = drafts.reduce((sum, each) => sum + countOf(errorsOf(each, drafts)), otherErrors);
  return (
    <>
      <FailureNote failure={failure} />
      <LookUps setup={setup} drafts={drafts} onChange={setDrafts} />
      <PushCard
        setup={setup}
        isOn={isPushOn}
        onOn={setPushOn}
        port={port}
        onPort={setPort}
        fromNetwork={fromNetwork}
        onFromNetwork={(may) => {
          setFromNetwork(may);
          setAcceptsPlain(false);
        }}
        acceptsPlain={acceptsPlain}
        onAcceptsPlain={setAcceptsPlain}
        token={token}
        isBusy={isBusy}
        onNewToken={() => errors === 0 && void save(true)}
      />
      <ProductsCard />
      <PicturesCard typed={pictureHosts} onType={setPictureHosts} />
      <SaveRow tab="sources" isBusy={isBusy} isSaved={isSaved} errors={errors} onSave={() => void save(false)} />
    </>
  );
}
