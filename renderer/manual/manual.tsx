import './manual.css';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import manual from '../../docs/manual.md?raw';
import { type Screen } from '../screens.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Foot } from '../ui/foot.tsx';
import { useShown, useWindowState } from '../window-state.ts';
import { Markdown } from './markdown.tsx';
import { sectionsOf } from './sections.ts';

const sections = sectionsOf(manual);

/** The section that speaks of each screen. */
export const sectionOf: Readonly<Record<Screen, string>> = {
  ship: 'From the scan to the label',
  orders: 'Order files',
  pickup: 'Pickup, Track, Resolve',
  track: 'Pickup, Track, Resolve',
  resolve: 'Pickup, Track, Resolve',
  setup: 'Set-up with a real account and a real Zebra',
};

/** The manual over the open screen, at the section that speaks of that screen. */
export function Manual() {
  const { closeManual } = useWindowState();
  const screen = useShown((shown) => shown.screen);
  const [open, setOpen] = useState(sectionOf[screen]);
  const words = text.manual;
  return (
    <>
      <Band size="compact" state="ready" says={words.says} />
      <Tabs className="body setup" orientation="vertical" selectedKey={open} onSelectionChange={(key) => setOpen(String(key))}>
        <TabList className="sub manual-sections" aria-label={words.says}>
          {sections.map(({ title, readers }) => (
            <Tab key={title} id={title} className="sub-tab">
              <span>{title}</span>
              {readers.length > 0 && <small className="muted">{words.for(readers.map((reader) => words.readers[reader]))}</small>}
            </Tab>
          ))}
        </TabList>
        {sections.map(({ title, body }) => (
          <TabPanel key={title} id={title} className="col setup-panel">
            <Card className="col grow manual" title={title}>
              <Markdown tokens={body} />
            </Card>
          </TabPanel>
        ))}
      </Tabs>
      <Foot>
        <Button keyName="Escape" onPress={closeManual}>
          {words.close}
        </Button>
        <p className="statement muted grow">{words.told}</p>
      </Foot>
    </>
  );
}
