import './shop.css';
import { useState } from 'react';
import type { Reason } from '../../shared/reason.ts';
import type { Setup } from '../../shared/settings.ts';
import { type ConnectedShop, type ShopKind, type ShopState, shopKinds, shopName } from '../../shared/shop.ts';
import type { Intent } from '../query.ts';
import { momentText, wholeNumber } from '../text/format.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PickList } from '../ui/pick-list.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { useDraft, useForgetDrafts } from './draft.ts';
import { KeptSecretField } from './kept-secret-field.tsx';

/** The connected web shops: what comes in, what goes back, when last, and what failed. */
export function ShopTab({ setup, intent }: { setup: Setup; intent: Intent }) {
  const words = text.setup.shop;
  const { shops } = setup.settings;
  const [way, setWay] = useState<Way>(shops[0]?.kind ?? 'shopify');
  const shop = shops.find((each) => each.kind === way);
  const state = setup.shops.find((each) => each.kind === way);
  const hintOf = (id: Way): string => (shops.some((each) => each.kind === id) ? words.connected : words.hints[id]);
  return (
    <>
      <FailureNote failure={intent.failure} />
      <div className="setup-two">
        <div className="col">
          {isShop(way) ? (
            <>
              {shop && state && <ShopFlow shop={shop} state={state} intent={intent} />}
              <ShopForm key={way} kind={way} shop={shop} intent={intent} />
            </>
          ) : (
            <OtherWay way={way} />
          )}
        </div>
        <Card isFlush className="col" title={words.kind}>
          <PickList
            label={words.kind}
            items={ways}
            keyOf={(id) => id}
            nameOf={(id) => words.kinds[id]}
            picked={way}
            onPick={(id) => setWay(ways.find((each) => each === id) ?? way)}
          >
            {(id) => (
              <span className="what grow">
                <b>{words.kinds[id]}</b>
                <span>{hintOf(id)}</span>
              </span>
            )}
          </PickList>
        </Card>
      </div>
    </>
  );
}

/** All sources of orders: the shops that connect, and those that have a page of their own. */
const ways = [...shopKinds, 'file', 'hand', 'other'] as const;
type Way = (typeof ways)[number];
const isShop = (way: Way): way is ShopKind => shopKinds.some((kind) => kind === way);

/** A source of orders with a page of its own. */
function OtherWay({ way }: { way: Exclude<Way, ShopKind> }) {
  const words = text.setup.shop;
  const { openScreen } = useWindowState();
  const opens = {
    file: () => openScreen('setup', 'mappings'),
    hand: () => openScreen('orders'),
    other: () => openScreen('setup', 'sources'),
  };
  return (
    <Card className="col" title={words.kinds[way]}>
      <p className="muted">{words.others[way].hint}</p>
      <div className="row">
        <Button onPress={opens[way]}>{words.others[way].open}</Button>
      </div>
    </Card>
  );
}

function ShopFlow({ shop, state, intent }: { shop: ConnectedShop; state: ShopState; intent: Intent }) {
  const words = text.setup.shop;
  const { station } = useWindowState();
  const isLive = useFrame(({ world }) => world === 'live');
  const toShip = words.toShip(state.toShip);
  const reported = words.reported(state.reportedToday);
  const troubles = troublesOf(state);
  const lastRead = state.readAt === null ? words.neverRead : momentText(state.readAt);
  return (
    <>
      <Card
        className="col"
        title={
          <>
            {words.kinds[shop.kind]} <span translate="no">{shopName(shop)}</span>
          </>
        }
        aside={
          <Button
            kind="quiet"
            isSmall
            means="check"
            isDisabled={!isLive || state.isReading}
            onPress={() => void intent.send(station.syncShop({ kind: shop.kind }))}
          >
            {words.syncNow}
          </Button>
        }
      >
        <Facts facts={[[words.lastRead, state.isReading ? words.reading : lastRead]]} />
        {!isLive && <p className="muted">{words.onlyLive}</p>}
      </Card>
      {troubles.length > 0 && (
        <Card isFlush title={words.problems}>
          <ul className="list">
            {troubles.map(({ of, why }) => (
              <li key={of}>
                <span className="look-ink">
                  <Icon name="look" />
                </span>
                <span className="what grow">
                  <b>{words[of]}</b>
                  <span>{reasonText(why)}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="shop-flows">
        <Card className="shop-flow" title={words.comesIn}>
          <p className="big-nr">
            <b>{toShip.number}</b> {toShip.unit}
          </p>
          <Facts
            facts={[
              [words.newToday, wholeNumber(state.newToday)],
              [words.stoppedToday, wholeNumber(state.stoppedToday)],
            ]}
          />
        </Card>
        <Card className="shop-flow" title={words.goesBack}>
          <p className="big-nr">
            <b>{reported.number}</b> {reported.unit}
          </p>
          <Facts
            facts={[
              [words.waiting, wholeNumber(state.waiting)],
              [
                words.refused,
                <span key="refused" className={state.refused > 0 ? 'look-ink' : ''}>
                  {wholeNumber(state.refused)}
                </span>,
              ],
            ]}
          />
          {state.refused > 0 && <p className="muted">{words.inResolve}</p>}
        </Card>
      </div>
    </>
  );
}

/** Address, keys and the one choice of a shop. Nothing is saved before the shop has accepted the keys. */
function ShopForm({ kind, shop, intent }: { kind: ShopKind; shop: ConnectedShop | undefined; intent: Intent }) {
  const words = text.setup.shop;
  const own = words.of[kind];
  const { station } = useWindowState();
  const forgetDrafts = useForgetDrafts();
  const [address, setAddress] = useDraft(`shop.${kind}.address`, shop?.address ?? '');
  const [key, setKey] = useDraft<string | null>(`shop.${kind}.key`, null);
  const [secret, setSecret] = useDraft<string | null>(`shop.${kind}.secret`, null);
  const [mailsCustomer, setMails] = useDraft(`shop.${kind}.mailsCustomer`, shop?.mailsCustomer ?? false);
  const isSameShop = shop !== undefined && address.trim() === shop.address;
  // An older app of Shopify has a fixed token, and no client id.
  const hasKeys = secret !== null && (key !== null || (kind === 'shopify' && secret.startsWith('shpat_')));
  // One new key never stands beside an old one.
  const isHalf = !hasKeys && (key !== null || secret !== null);
  const isComplete = address.trim() !== '' && !isHalf && (isSameShop || hasKeys);
  const connect = async () => {
    const given = { kind, address: address.trim(), mailsCustomer, key: key ?? '', secret: secret ?? '' };
    if (await intent.send(station.connectShop(given))) forgetDrafts('shop');
  };
  const disconnect = async () => {
    if (await intent.send(station.disconnectShop({ kind }))) forgetDrafts('shop');
  };
  return (
    <>
      <Card className="col grow" title={shop ? words.keysTitle : words.connectTitle(words.kinds[kind])}>
        <div className="setup-grid">
          <Field className="span-6 mono-field" label={words.address} placeholder={own.addressHint} value={address} onChange={setAddress} />
          <KeptSecretField className="span-3" label={own.key} isKept={isSameShop} hint={own.keyHint} typed={key} onType={setKey} />
          <KeptSecretField
            className="span-3"
            label={own.secret}
            isKept={isSameShop}
            hint={own.secretHint}
            typed={secret}
            onType={setSecret}
          />
        </div>
        {isSameShop && isHalf && <p className="strong look-ink">{words.bothKeys}</p>}
        <SwitchRow isOn={mailsCustomer} onChange={setMails}>
          {words.mails}
        </SwitchRow>
        <p className="muted">
          {own.needs} {own.also}
        </p>
      </Card>
      <div className="row save-row">
        {shop && (
          <HoldButton isSmall isDisabled={intent.isBusy} onHeld={() => void disconnect()}>
            {words.disconnect}
          </HoldButton>
        )}
        <span className="push" />
        <Button kind="primary" isSmall means="save" isDisabled={intent.isBusy || !isComplete} onPress={() => void connect()}>
          {shop ? words.save : words.connect}
        </Button>
      </div>
    </>
  );
}

interface Trouble {
  readonly of: 'readTrouble' | 'reportTrouble' | 'refusedTrouble';
  readonly why: Reason;
}

/** Returns why orders do not come in, and why shipments do not go back. */
const troublesOf = ({ trouble, reportTrouble, waiting }: ShopState): readonly Trouble[] => [
  ...(trouble ? [{ of: 'readTrouble', why: trouble } as const] : []),
  ...(reportTrouble ? [{ of: waiting > 0 ? 'reportTrouble' : 'refusedTrouble', why: reportTrouble } as const] : []),
];
