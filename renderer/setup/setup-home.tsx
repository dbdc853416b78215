import './setup-home.css';
import { useId, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { type Frame, needsPerson } from '../../shared/bench.ts';
import { digitOf, shownKey } from '../../shared/key-meanings.ts';
import { keptDays } from '../../shared/retention.ts';
import { usualSender } from '../../shared/sender.ts';
import type { Setup } from '../../shared/settings.ts';
import { failsToReport, troubledShop } from '../../shared/shop.ts';
import { channelsOf } from '../../shared/write-back.ts';
import { useKey } from '../key-presses.ts';
import { useQuery } from '../query.ts';
import { type SetupTab, setupTabs } from '../screens.ts';
import { recipientName } from '../text/format.ts';
import { sentenceOf } from '../text/sentences.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Band } from '../ui/band.tsx';
import { Button, Key } from '../ui/button.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { findSettings } from './all-settings.ts';
import { type Door, doorOf, doors, tabsOf } from './doors.ts';
import { useUnsaved } from './draft.ts';
import { useIsFirstLabelAhead, useNextStep } from './first-steps.tsx';

const iconOf: Record<Door, IconName> = { service: 'link', bench: 'printer', shop: 'parcel', more: 'sliders' };

/** One task for a person, and the tab on which it is done. */
interface OpenThing {
  readonly what: string;
  readonly tab: SetupTab;
}

/** The start page of Setup: four groups of settings, each with its state and the one thing that is open in it, and a search. */
export function SetupHome() {
  const { station, shown } = useWindowState();
  const setup = useQuery('setup', () => station.setup({}), []);
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  useKey('find', () => search.current?.focus());
  const words = text.setup.home;
  const open = (setupTab: SetupTab) => shown.setState({ setupTab });
  const isFirstLabelAhead = useIsFirstLabelAhead();
  const tabs = setupTabs.filter((name) => name !== 'steps' || isFirstLabelAhead);
  const things = useOpenThings(setup.value, isFirstLabelAhead);
  const now = setup.value;
  const count = doors.filter((door) => things[door]).length;
  return (
    <>
      <Band
        size="compact"
        state={now ? (count > 0 ? 'look' : 'ready') : 'working'}
        message={now ? words.status(count) : text.setup.loading}
      />
      <div className="body doors-body">
        <FailureNote failure={setup.failure} onRetry={setup.reload} />
        <div className="row find-setting">
          <SearchField
            label={words.find}
            placeholder={words.find}
            hint={shownKey('find')}
            value={typed}
            onChange={setTyped}
            inputRef={search}
          />
          <p className="muted push">{words.needed}</p>
        </div>
        {now &&
          (typed.trim() === '' ? (
            <div className="doors">
              {doors.map((door, at) => (
                <DoorCard key={door} door={door} at={at} thing={things[door]} tabs={tabs} setup={now} onOpen={open} />
              ))}
            </div>
          ) : (
            <FoundSettings typed={typed} tabs={tabs} onOpen={open} />
          ))}
      </div>
    </>
  );
}

interface DoorCardProps {
  readonly door: Door;
  /** Its place, from 0. */
  readonly at: number;
  readonly thing: OpenThing | undefined;
  readonly tabs: readonly SetupTab[];
  readonly setup: Setup;
  readonly onOpen: (tab: SetupTab) => void;
}

function DoorCard({ door, at, thing, tabs, setup, onOpen }: DoorCardProps) {
  const words = text.setup.home;
  const frame = useFrame((each) => each);
  const unsaved = useUnsaved();
  const places = tabsOf(door, tabs, setup);
  const first = thing?.tab ?? places[0];
  useKey(digitOf(at), first && (() => onOpen(first)));
  return (
    <section className="door" aria-label={words.doors[door]}>
      <header className="door-head">
        <Icon name={iconOf[door]} />
        <h2>{words.doors[door]}</h2>
        <Key of={digitOf(at)} />
        {door !== 'more' && <Badge state={thing ? 'look' : 'done'}>{thing ? words.badges.todo : words.badges.done}</Badge>}
      </header>
      <div className="open-thing" {...(thing ? { 'data-state': 'look' } : door !== 'more' && { 'data-state': 'done' })}>
        <p>{thing?.what ?? words.none[door]}</p>
        {thing && (
          <Button isSmall onPress={() => onOpen(thing.tab)}>
            {words.open(text.setup.tabs[thing.tab])}
          </Button>
        )}
      </div>
      <ul className="places" aria-label={words.places(words.doors[door])}>
        {places.map((tab) => (
          <li key={tab} className="place-row">
            <Place name={text.setup.tabs[tab]} now={nowOf(tab, setup, frame)} isUnsaved={unsaved.has(tab)} onOpen={() => onOpen(tab)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Place({ name, now, isUnsaved, onOpen }: { name: string; now: string; isUnsaved: boolean; onOpen: () => void }) {
  const id = useId();
  return (
    <>
      <AriaButton className="place-name" aria-describedby={id} onPress={onOpen}>
        {name}
      </AriaButton>
      <p id={id}>
        {now} {isUnsaved && <b className="look-ink">{text.setup.notSavedMark}</b>}
      </p>
      <Icon name="down" className="onward" />
    </>
  );
}

/** The settings with the typed words, each with the tab that it stands on. */
function FoundSettings({ typed, tabs, onOpen }: { typed: string; tabs: readonly SetupTab[]; onOpen: (tab: SetupTab) => void }) {
  const found = findSettings(typed, tabs);
  const words = text.setup.home;
  return (
    <section className="card col found-settings" aria-label={words.foundTitle}>
      <output className="muted">{words.found(found.length)}</output>
      <ul className="places">
        {found.map(({ tab, name }) => (
          <li key={`${tab} ${name}`} className="place-row">
            <Place name={name || text.setup.tabs[tab]} now={name && text.setup.tabs[tab]} isUnsaved={false} onOpen={() => onOpen(tab)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first thing that each door asks of a person. */
function useOpenThings(setup: Setup | undefined, isFirstLabelAhead: boolean): Partial<Record<Door, OpenThing>> {
  const frame = useFrame((each) => each);
  const step = useNextStep(setup);
  if (!setup) return {};
  const words = text.setup.home;
  const things: OpenThing[] = [];
  const add = (isOpen: boolean, tab: SetupTab, what: string): void => {
    if (isOpen) things.push({ what, tab });
  };
  const service = words.services[frame.service];
  add(frame.world !== 'training' && service !== '', 'account', service);
  add(setup.webhooks.listener.is === 'blocked', 'webhooks', words.webhooksBlocked);
  add(setup.computer.length > 0, 'bench', words.computer);
  for (const warning of frame.printerWarnings) add(true, 'printers', sentenceOf(text.setup.printers.warnings, warning));
  add(setup.backup.problem !== null, 'bench', words.backup);
  add(setup.witness.fails, 'bench', words.witness);
  add(setup.retention.problem !== null, 'privacy', text.privacy.open);
  if (isFirstLabelAhead && step) add(true, 'steps', words.step(step.name));
  add(frame.world === 'live' && setup.recoveryMadeAt === null, 'bench', words.recovery);
  add(Boolean(setup.keyChange?.left), 'bench', words.keyChange);
  const shop = troubledShop(setup.shops);
  if (shop) {
    add(shop.trouble !== null, 'shop', text.setup.shop.statusTrouble(shop.name));
    add(failsToReport(shop), 'shop', text.setup.shop.statusReportTrouble(shop));
  }
  add(needsPerson(frame.hotFolder), 'mappings', words.shops.folder);
  add(setup.writeBack.file !== null || setup.writeBack.http !== null, 'writeBack', words.shops.report);
  const silent = setup.settings.lookUps.find(({ id }) => setup.lookUps.some((each) => each.id === id && each.trouble));
  if (silent) add(true, 'sources', words.shops.lookUp(silent.name));
  add(setup.push.listener.is === 'blocked', 'sources', words.shops.push);
  return Object.fromEntries(
    doors.flatMap((door) => {
      const thing = things.find(({ tab }) => doorOf(tab, setup) === door);
      return thing ? [[door, thing]] : [];
    }),
  );
}

/** The state of what is on a tab, in a few words. */
function nowOf(tab: SetupTab, setup: Setup, frame: Frame): string {
  const words = text.setup.home.now;
  const { settings } = setup;
  switch (tab) {
    case 'account': {
      if (frame.world === 'training' || frame.world === null) return words.training;
      const key = setup.keys?.[frame.world];
      return key ? words.key(key) : setup.hasCredentials[frame.world] ? text.frame.services[frame.service] : words.noKey;
    }
    case 'plan':
      return words.plan(frame.monthCount, settings.monthLimit);
    case 'webhooks':
      return settings.webhooks.isOn ? words.on : words.off;
    case 'steps':
      return words.steps;
    case 'printers':
      return words.printers(settings.printers.map(({ name, address }) => name || address.replace(/^\w+:(\/\/)?/, '')));
    case 'boxes':
      return words.boxes(settings.boxes.map(({ name }) => name));
    case 'sender': {
      const sender = usualSender(settings);
      return sender ? [recipientName(sender), sender.city].filter(Boolean).join(', ') : words.noSender;
    }
    case 'scanner':
      return words.scanner[settings.scanner ? 'true' : 'false'];
    case 'bench':
      return words.bench(settings.benchName, settings.packer);
    case 'reprints':
      return words.reprints;
    case 'people':
      return words.people((frame.signIn?.people ?? []).map(({ name }) => name));
    case 'privacy':
      return text.privacy.now(keptDays.people);
    case 'commands':
      return words.commands;
    case 'support':
      return words.support;
    case 'papers':
      return words.forms(settings.forms.length);
    case 'benches':
      return setup.hasLedger ? words.joined : words.alone;
    case 'mappings':
      return settings.hotFolder ? words.folder(settings.hotFolder) : words.mappings(settings.mappings.length);
    case 'writeBack':
      return (
        channelsOf(settings.writeBack)
          .map((channel) => words.reports[channel])
          .join(', ') || words.noReport
      );
    case 'shop':
      return setup.shops.map((shop) => shop.name).join(', ') || words.noShop;
    case 'sources':
      return words.lookUps(settings.lookUps.map(({ name }) => name));
    case 'rules':
      return words.rules(settings.shippingRules.list.length);
    case 'defaults':
      return words.defaults;
  }
}
