import './setup.css';
import { useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { needsPerson } from '../../shared/bench.ts';
import type { Answer, CallArgs } from '../../shared/ipc.ts';
import type { Settings, Setup } from '../../shared/settings.ts';
import { failsToReport, troubledShop } from '../../shared/shop.ts';
import { AskedText, sureOf, useConfirmedTexts } from '../confirmed-texts.ts';
import { useIntent, useQuery } from '../query.ts';
import { type SetupTab, setupTabs } from '../screens.ts';
import { text } from '../text/text.ts';
import { Band, type Signal } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { UndoPlace, useOfferUndo } from '../ui/undo-bar.tsx';
import { useFrame, useShown, useWindowState } from '../window-state.ts';
import { doorOf, tabsOf } from './doors.ts';
import { useErrorCountOf, useForgetDrafts, useSeen, useUnsaved } from './draft.ts';
import { FirstRun } from './first-run.tsx';
import { FirstSteps, useIsFirstLabelAhead } from './first-steps.tsx';
import { OpenTab } from './open-tab.tsx';
import { SetupHome } from './setup-home.tsx';
import { TrustHost } from './trust-host.tsx';

export function SetupScreen() {
  const world = useFrame((frame) => frame.world);
  const tab = useShown(({ setupTab }) => setupTab);
  const first = useShown(({ firstConnection }) => firstConnection);
  // Between two environments, none is open.
  if (first ? first.is === 'connecting' && first.isAtStart : world === null) return <FirstRun />;
  if (tab === 'steps') return <FirstSteps />;
  if (tab === null) return <SetupHome />;
  return (
    <UndoPlace>
      <SetupTabs tab={tab} />
    </UndoPlace>
  );
}

type Change = CallArgs<'saveSettings'>['settings'];
type Saved = Answer<'saveSettings' | 'saveRules'>;

/** These settings with the names that a change has. */
const partOf = (settings: Settings, change: Change): Change =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in change));

/** Saves the tab. A bar takes it back for ten seconds, unless somebody changed the same settings meanwhile. */
function useSaving(tab: SetupTab) {
  const { station, shown } = useWindowState();
  const forgetDrafts = useForgetDrafts();
  const words = text.setup;
  const [isSaved, setSaved] = useState(false);
  const setup = useQuery('setup', () => station.setup({}), []);
  const [answered, setAnswered] = useState<{ readonly to: Setup | undefined; readonly is: Setup }>();
  // The answer of a save applies until the list is read again.
  const now = answered && answered.to === setup.value ? answered.is : setup.value;
  const { send, failure, isBusy } = useIntent();
  const texts = useConfirmedTexts(failure);
  const { seen, seeNewest } = useSeen(tab);
  const siteVersion = now?.settings.site?.id ?? null;
  useEffect(() => shown.setState({ siteVersion }), [shown, siteVersion]);
  const offerUndo = useOfferUndo();
  const keep = async (saving: Promise<Saved>, undo: (saved: Setup) => Promise<Saved>) => {
    setSaved(false);
    const saved = await send(saving);
    const answer = await saving;
    // After seeing both values, the person may save again.
    if (!answer.ok && answer.failure.code === 'site-settings-moved') seeNewest();
    setup.reload();
    if (!saved) return;
    setAnswered({ to: setup.value, is: saved });
    forgetDrafts(tab);
    setSaved(true);
    const reverse = async () => {
      const undone = await undo(saved);
      setSaved(false);
      forgetDrafts(tab);
      setup.reload();
      return undone;
    };
    offerUndo({ done: words.savedUndo(words.tabs[tab]), reverse });
  };
  const keepSettings = (saving: Promise<Saved>, change: Change) => {
    const before = now && partOf(now.settings, change);
    return keep(saving, ({ settings }) =>
      station.saveSettings({ settings: before ?? {}, over: partOf(settings, change), seen: settings.site?.id ?? null }),
    );
  };
  const keepRules = (saving: Promise<Saved>) => {
    const { rule: last = 'ask', shippingRules: { list = [] } = {} } = now?.settings ?? {};
    return keep(saving, ({ settings: { site, shippingRules } }) =>
      station.saveRules({ list, last, over: shippingRules.version, seen: site?.id ?? null }),
    );
  };
  return { setup, now, failure, isBusy, isSaved, setSaved, texts, seen, keepSettings, keepRules };
}

function SetupTabs({ tab }: { tab: SetupTab }) {
  const { station, shown } = useWindowState();
  const hotFolder = useFrame((frame) => frame.hotFolder);
  const words = text.setup;
  const setTab = (setupTab: SetupTab) => shown.setState({ setupTab });
  const { setup, now, failure, isBusy, isSaved, setSaved, texts, seen, keepSettings, keepRules } = useSaving(tab);
  const isFirstLabelAhead = useIsFirstLabelAhead();
  const all = setupTabs.filter((name) => name !== 'steps' || isFirstLabelAhead);
  const door = now && doorOf(tab, now);
  const tabs = now && door ? tabsOf(door, all, now) : [tab];
  const unsaved = useUnsaved();
  const errors = useErrorCountOf(tab);
  const account = useIntent();
  const shop = useIntent();
  const [isChecking, setChecking] = useState(false);
  const [printers, setPrinters] = useState<number | null>(null);
  const { state, message } = bandOf();
  return (
    <>
      <Band size="compact" state={state} message={message} />
      <Tabs
        className="body setup"
        orientation="vertical"
        selectedKey={tab}
        onSelectionChange={(key) => {
          setTab(key as SetupTab);
          setSaved(false);
        }}
      >
        <TabsOfDoor title={door ? words.home.doors[door] : words.title} tabs={tabs} unsaved={unsaved} />
        {tabs.map((name) => (
          <TabPanel key={name} id={name} className="col setup-panel">
            <FailureNote failure={failure ?? setup.failure} onRetry={setup.reload} />
            <TrustHost failure={failure} />
            {now && (
              <AskedText value={texts.asked}>
                <OpenTab
                  tab={name}
                  setup={now}
                  isBusy={isBusy}
                  isSaved={isSaved}
                  onSave={(change) =>
                    void keepSettings(station.saveSettings({ settings: change, ...seen(), ...sureOf(texts.confirm()) }), change)
                  }
                  onSaveRules={(rules) => void keepRules(station.saveRules({ ...rules, ...seen() }))}
                  onFound={setPrinters}
                  account={account}
                  shop={shop}
                  isChecking={isChecking}
                  onChecking={setChecking}
                />
              </AskedText>
            )}
          </TabPanel>
        ))}
      </Tabs>
    </>
  );

  function bandOf(): { state: Signal; message: string } {
    const refused = tab === 'account' ? account.failure : tab === 'shop' ? shop.failure : failure;
    if (refused) return { state: 'look', message: text.failures[refused.code].what };
    if (tab === 'account' && account.isBusy)
      return { state: 'working', message: isChecking ? words.contract.statusChecking : words.firstRun.statusTesting };
    if (tab === 'shop' && shop.isBusy) return { state: 'working', message: words.shop.statusTesting };
    if (!setup.value) return { state: 'working', message: words.loading };
    if (tab === 'webhooks' && setup.value.webhooks.listener.is === 'blocked')
      return { state: 'look', message: words.webhooks.statusBlocked };
    const { push, writeBack, lookUps, settings, shops } = setup.value;
    const ofShop = troubledShop(shops);
    if (tab === 'shop' && ofShop?.trouble) return { state: 'look', message: words.shop.statusTrouble(ofShop.name) };
    if (tab === 'shop' && ofShop && failsToReport(ofShop)) return { state: 'look', message: words.shop.statusReportTrouble(ofShop) };
    const silent = settings.lookUps.find(({ id }) => lookUps.some((each) => each.id === id && each.trouble));
    if (tab === 'sources' && silent) return { state: 'look', message: words.sources.statusTrouble(silent.name) };
    if (tab === 'sources' && push.listener.is === 'blocked') return { state: 'look', message: words.sources.statusBlocked };
    if (tab === 'privacy' && setup.value.retention.problem) return { state: 'look', message: text.privacy.statusTrouble };
    if (tab === 'mappings' && needsPerson(hotFolder)) return { state: 'look', message: words.mappings.statusTrouble };
    if (tab === 'writeBack' && (writeBack.file || writeBack.http)) return { state: 'look', message: words.writeBack.statusTrouble };
    if (errors > 0)
      return { state: 'look', message: isSaved && !unsaved.has(tab) ? words.statusSavedWithErrors(errors) : words.errorCount(errors) };
    if (isSaved && !unsaved.has(tab)) return { state: 'done', message: words.statusSaved };
    if (tab === 'account' && isChecking) return { state: 'ready', message: words.contract.status };
    if (tab !== 'printers') return { state: 'ready', message: words.status[tab] };
    return printers === null
      ? { state: 'working', message: words.status.looking }
      : { state: 'ready', message: words.status.printers(printers) };
  }
}

interface TabsOfDoorProps {
  readonly title: string;
  readonly tabs: readonly SetupTab[];
  /** Tabs with unsaved input. */
  readonly unsaved: ReadonlySet<string>;
}

/** The tabs of the open door, and the way back to the start page. */
function TabsOfDoor({ title, tabs, unsaved }: TabsOfDoorProps) {
  const { shown } = useWindowState();
  const words = text.setup;
  return (
    <div className="setup-side">
      <Button kind="quiet" isSmall means="leave" onPress={() => shown.setState({ setupTab: null })}>
        {words.all}
      </Button>
      <TabList className="sub" aria-label={title}>
        {tabs.map((name) => (
          <Tab key={name} id={name} className="sub-tab">
            {words.tabs[name]}
            {unsaved.has(name) && <small className="look-ink">{words.notSavedMark}</small>}
          </Tab>
        ))}
      </TabList>
    </div>
  );
}
