import './manual.css';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Foot } from '../ui/foot.tsx';
import { useBench, useShown, useWindowState } from '../window-state.ts';
import { Markdown } from './markdown.tsx';
import { manualPages, pageOf } from './pages.ts';

/** The manual over the open screen. It opens at the page about that screen or tab. */
export function Manual() {
  const { closeManual } = useWindowState();
  const screen = useShown((shown) => shown.screen);
  const workflow = useBench((bench) => bench.workflow);
  const tab = useShown(({ setupTab }) => setupTab);
  const [open, setOpen] = useState<string>(pageOf(screen, workflow, tab));
  const words = text.manual;
  return (
    <>
      <Band size="compact" state="ready" message={words.status} />
      <Tabs className="body setup" orientation="vertical" selectedKey={open} onSelectionChange={(key) => setOpen(String(key))}>
        <TabList className="sub manual-pages" aria-label={words.status}>
          {manualPages.map(({ name, title, readers }) => (
            <Tab key={name} id={name} className="sub-tab">
              <span>{title}</span>
              {readers.length > 0 && <small className="muted">{words.for(readers.map((reader) => words.readers[reader]))}</small>}
            </Tab>
          ))}
        </TabList>
        {manualPages.map(({ name, title, body }) => (
          <TabPanel key={name} id={name} className="col setup-panel">
            <Card className="col grow manual" title={title}>
              <Markdown tokens={body} />
            </Card>
          </TabPanel>
        ))}
      </Tabs>
      <Foot>
        <Button means="leave" onPress={closeManual}>
          {words.close}
        </Button>
        <p className="statement muted grow">{words.hint}</p>
      </Foot>
    </>
  );
}
