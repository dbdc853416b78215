import { useState } from 'react';
import { isOfProxyLogin } from '../../shared/exchange-reason.ts';
import { isAccountName, type Setup } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Field, Segment } from '../ui/field.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { connectFirst, searchNetwork } from './connect-first.ts';
import { useDraft, useForgetDrafts } from './draft.ts';
import { KeptSecretField } from './kept-secret-field.tsx';

type Account = Exclude<World, 'training'>;

interface ConnectFormProps {
  readonly setup: Setup | undefined;
  readonly intent: Intent;
}

/**
 * Key, secret and address. They are tested before anything is stored, and the secret is never returned. A bench without any account is asked
 * for these three only; they are tried in both environments.
 */
export function ConnectForm({ setup, intent }: ConnectFormProps) {
  const windowState = useWindowState();
  const { station } = windowState;
  const forgetDrafts = useForgetDrafts();
  const words = text.setup.account;
  const open = useFrame((frame) => frame.world);
  const [connected, setConnected] = useState<Account>();
  const [world, setWorld] = useDraft<Account>('account.world', connected ?? shownFirst(open, setup));
  const [key, setKey] = useDraft('account.key', '');
  const [secret, setSecret] = useDraft('account.secret', '');
  const [typed, setTyped] = useDraft<{ baseUrl?: string; account?: string }>('account.typed', {});
  const [isOnlyUser, setOnlyUser] = useDraft<boolean | null>('account.isOnlyUser', null);
  const [proxy, setProxy] = useDraft<{ name: string; password: string }>('account.proxy', { name: '', password: '' });
  const isAskedByProxy = intent.failure?.reasons?.some((reason) => reason.code === 'connection-failed' && isOfProxyLogin(reason.trouble));
  const isBehindProxy = isAskedByProxy || (setup?.hasProxyLogin ?? false) || proxy.name !== '';
  const known = setup?.settings.connections[world];
  const baseUrl = typed.baseUrl ?? known?.baseUrl ?? '';
  const account = typed.account ?? known?.account ?? '';
  const isOnly = isOnlyUser ?? setup?.settings.onlyUserOfKey ?? true;
  const isKept = setup?.hasCredentials[world] ?? false;
  // The first step of the first connection already saves an account: the form stays the short one until all is done.
  const [isConnectingFirst, setConnectingFirst] = useState(false);
  const isFirst = isConnectingFirst || setup === undefined || isWithoutAccount(setup);
  const isLogin = key.trim() !== '' && secret !== '';
  const isKeptUsed = isKept && key.trim() === '' && secret === '';
  const isReady =
    (isLogin || isKeptUsed) && baseUrl.trim() !== '' && isAccountName(account.trim()) && !proxy.name.includes(':') && !intent.isBusy;

  const connect = async () => {
    const given = {
      baseUrl: baseUrl.trim(),
      account: account.trim(),
      key: key.trim(),
      secret,
      ...(proxy.name.trim() !== '' && { proxyLogin: { name: proxy.name.trim(), password: proxy.password } }),
    };
    if (isFirst) {
      setConnectingFirst(true);
      if (await intent.send(connectFirst(windowState, given))) forgetDrafts('account');
      setConnectingFirst(false);
      return;
    }
    const saved = await intent.send(station.connect({ world, ...given }));
    if (!saved) return;
    forgetDrafts('account');
    setConnected(world);
    if (isOnly !== saved.settings.onlyUserOfKey) await intent.send(station.saveSettings({ settings: { onlyUserOfKey: isOnly } }));
  };
  const typeKey = (typed: string) => {
    setKey(typed);
    // By the time the account is tested, the printers are found.
    if (isFirst && key === '') void searchNetwork(windowState);
  };
  // Asking the service costs nothing, and Enter is what a hand presses behind the last field.
  const submit = () => {
    if (isFirst && isReady) void connect();
  };
  return (
    <>
      <div className="connect-grid" {...(isFirst && { ref: focusBefore, tabIndex: -1 })}>
        <KeptSecretField
          label={words.key}
          isKept={isKept}
          typed={key || null}
          onType={(typed) => typeKey(typed ?? '')}
          onEnter={submit}
          isInTheOpen
        />
        <KeptSecretField
          label={words.secret}
          isKept={isKept}
          typed={secret || null}
          onType={(typed) => setSecret(typed ?? '')}
          onEnter={submit}
        />
        <Field
          className="connect-wide mono-field"
          label={words.address}
          placeholder={words.addressHint}
          value={baseUrl}
          onChange={(value) => setTyped({ ...typed, baseUrl: value })}
          onEnter={submit}
        />
        {!isFirst && (
          <>
            <Segment
              label={words.world}
              options={[
                { id: 'sandbox', name: text.setup.worlds.sandbox },
                { id: 'live', name: text.setup.worlds.live },
              ]}
              value={world}
              onChange={(chosen: Account) => {
                setWorld(chosen);
                // Only a saved address replaces the typed one.
                if (setup?.settings.connections[chosen]) setTyped({});
              }}
            />
            <Field
              label={words.account}
              placeholder={words.accountHint}
              value={account}
              onChange={(value) => setTyped({ ...typed, account: value })}
              {...(!isAccountName(account.trim()) && { error: words.invalidAccount })}
            />
          </>
        )}
        {isBehindProxy && <ProxyFields setup={setup} proxy={proxy} onChange={setProxy} />}
      </div>
      {!isFirst && <WhoElse isOnly={isOnly} onChange={setOnlyUser} />}
      <div className="row connect-end">
        <p className="muted grow">{isFirst ? words.firstHint : words.hint}</p>
        <Button {...(isFirst && isReady && { kind: 'primary' })} means="check" isDisabled={!isReady} onPress={() => void connect()}>
          {isFirst ? words.connect : words.test}
        </Button>
      </div>
    </>
  );
}

/** The first Tab leads to the first field. No field has the focus, so the letter of the training environment still works. */
const focusBefore = (fields: HTMLElement | null): void => fields?.focus();

/** Asks if other programs quote with the same key. */
function WhoElse({ isOnly, onChange }: { isOnly: boolean; onChange: (isOnly: boolean) => void }) {
  const words = text.setup.account;
  return (
    <>
      <Segment
        label={words.who}
        options={[
          { id: 'only', name: words.onlyThis },
          { id: 'others', name: words.others },
        ]}
        value={isOnly ? 'only' : 'others'}
        onChange={(id) => onChange(id === 'only')}
      />
      {!isOnly && <p className="muted small">{words.notProtected}</p>}
    </>
  );
}

interface ProxyFieldsProps {
  readonly setup: Setup | undefined;
  readonly proxy: { readonly name: string; readonly password: string };
  readonly onChange: (proxy: { name: string; password: string }) => void;
}

/** The login for the proxy of this network. */
function ProxyFields({ setup, proxy, onChange }: ProxyFieldsProps) {
  const words = text.setup.account;
  const kept = setup?.hasProxyLogin && { placeholder: text.setup.secret.kept };
  return (
    <>
      <Field
        label={words.proxyName}
        value={proxy.name}
        onChange={(name) => onChange({ ...proxy, name })}
        {...kept}
        {...(proxy.name.includes(':') && { error: words.invalidProxyName })}
      />
      <Field
        label={words.proxyPassword}
        takes="secret"
        value={proxy.password}
        onChange={(password) => onChange({ ...proxy, password })}
        {...kept}
      />
    </>
  );
}

/** The open environment; in training, the one with a key. */
function shownFirst(open: World | null, setup: Setup | undefined): Account {
  if (open === 'live' || open === 'sandbox') return open;
  return setup?.hasCredentials.live && !setup.hasCredentials.sandbox ? 'live' : 'sandbox';
}

/** True if no account was ever connected here. */
const isWithoutAccount = ({ hasCredentials, settings: { connections } }: Setup): boolean =>
  ![hasCredentials.sandbox, hasCredentials.live, connections.sandbox, connections.live].some(Boolean);
