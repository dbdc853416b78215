import { commandCode, commands } from '../../shared/command-keys.ts';
import { text } from '../text/text.ts';
import { Barcode } from '../ui/barcode.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { TabProps } from './tab-props.ts';

/** One page with a barcode for every command and every box. */
export function CommandSheet({ setup }: TabProps) {
  const words = text.setup.commands;
  const codes = [
    ...commands.map((command) => ({ code: commandCode(command), name: words.names[command] })),
    ...setup.settings.boxes.map((box) => ({ code: box.id, name: `${text.setup.defaults.box} ${box.name}` })),
  ];
  return (
    <Card
      className="col grow printed"
      title={words.title}
      aside={
        <Button isSmall means="save" onPress={() => window.print()}>
          {words.print}
        </Button>
      }
    >
      <p className="muted">{words.hint}</p>
      <ul className="sheet">
        {codes.map(({ code, name }) => (
          <li key={code}>
            <span className="code">
              <Barcode code={code} />
            </span>
            <b>{name}</b>
          </li>
        ))}
      </ul>
    </Card>
  );
}
