import { nameOfKeyAccount } from '../../shared/key-account.ts';
import type { Setup } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import type { Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote, LookNote } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import { withBreaks } from '../ui/with-breaks.tsx';
import { useFrame, useWindowState } from '../window-state.ts';
import { ConnectForm } from './connect-form.tsx';
import { ContractCheck } from './contract-check.tsx';
import { ExplanationsCard } from './explanations-card.tsx';
import type { TabProps } from './tab-props.ts';

const worlds: readonly World[] = ['training', 'sandbox', 'live'];

interface AccountTabProps extends Pick<TabProps, 'setup'> {
  /** The intent of the screen, so that its band shows the result. */
  readonly intent: Intent;
  /** True while the contract check replaces the account's form. */
  readonly isChecking: boolean;
  readonly onChecking: (isChecking: boolean) => void;
}

export function AccountTab({ setup, intent, isChecking, onChecking }: AccountTabProps) {
  const { station } = useWindowState();
  const words = text.setup.account;
  const open = useFrame((frame) => frame.world);
  return (
    <>
      {setup.dictionaryProblems.length > 0 && <DictionaryProblems problems={setup.dictionaryProblems} />}
      <div className="account grow">
        <div className="col">
          <Card isFlush title={words.worldsTitle}>
            <ul className="list list-tight">
              {worlds.map((world) => (
                <li key={world}>
                  <span className="what grow">
                    <b>{text.setup.worlds[world]}</b>
                    {describe(setup, world).map((line, at) => (
                      <span key={line} className={at > 0 ? 'data' : undefined}>
                        {withBreaks(line)}
                      </span>
                    ))}
                  </span>
                  {world === open ? (
                    <Badge state="done">{words.here}</Badge>
                  ) : (
                    <Button
                      isSmall
                      label={words.enterWorld(text.setup.worlds[world])}
                      isDisabled={intent.isBusy || (world !== 'training' && !setup.hasCredentials[world])}
                      onPress={() => void intent.send(station.enterWorld({ world }))}
                    >
                      {words.enter}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Card>
          {!isChecking && (
            <Card className="col">
              <p className="muted">{text.setup.contract.lead}</p>
              <Button isSmall isDisabled={intent.isBusy} onPress={() => onChecking(true)}>
                <Icon name="search" />
                {text.setup.contract.open}
              </Button>
            </Card>
          )}
          <ExplanationsCard explanations={setup.explanations} />
        </div>
        {isChecking ? (
          <div className="col">
            <ContractCheck intent={intent} onBack={() => onChecking(false)} />
          </div>
        ) : (
          <Card className="col connect" title={words.title}>
            <FailureNote failure={intent.failure} />
            <ConnectForm setup={setup} intent={intent} />
          </Card>
        )}
      </div>
    </>
  );
}

/** Describes an environment in lines: a text first, then the address, account and key of this bench. */
function describe({ hasCredentials, settings, keys }: Setup, world: World): readonly string[] {
  if (world === 'training') return [text.setup.worldHints.training];
  if (!hasCredentials[world]) return [text.setup.account.missing];
  const { baseUrl = '', account = '' } = settings.connections[world] ?? {};
  const key = keys?.[world];
  return [text.setup.worldHints[world], baseUrl, key ? nameOfKeyAccount({ key, account }) : account].filter(Boolean);
}

/** Lists unusable entries of the admin's dictionary. Only the program reads that file, so they are shown nowhere else. */
function DictionaryProblems({ problems }: { problems: Setup['dictionaryProblems'] }) {
  const words = text.setup.dictionary;
  const patterns = problems.flatMap(({ pattern }) => pattern ?? []);
  return (
    <LookNote
      what={patterns.length > 0 ? words.patterns(patterns.join('  ')) : words.file}
      next={patterns.length > 0 ? words.patternsNext : words.fileNext}
      isAlert
    />
  );
}
