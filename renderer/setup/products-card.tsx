import { useState } from 'react';
import type { Answer } from '../../shared/ipc.ts';
import type { ProductReport, ProductStock } from '../../shared/product-data.ts';
import { useIntent, useQuery } from '../query.ts';
import { rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { useWindowState } from '../window-state.ts';

/** Product data from files of the shop: their number, the result of the last file, and the way to delete them. */
export function ProductsCard() {
  const words = text.setup.sources;
  const { station } = useWindowState();
  const stock = useQuery('setup', () => station.products({}), []);
  const { send, failure, isBusy } = useIntent();
  const [answered, setAnswered] = useState<{ readonly to: ProductStock | undefined; readonly is: ProductStock }>();
  const { products = 0, last = null } = (answered && answered.to === stock.value ? answered.is : stock.value) ?? {};
  const show = async (asked: Promise<Answer<'importProducts'>>) => {
    const is = await send(asked);
    if (is) setAnswered({ to: stock.value, is });
  };
  const take = async (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) await show(station.importProducts({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
  };
  return (
    <Card className="col" title={words.productsTitle} aside={<span className="muted">{words.productsCount(products)}</span>}>
      <p className="muted">{words.productsHint}</p>
      <div className="row">
        <FileButton isDisabled={isBusy} onFiles={(files) => void take(files)}>
          {words.chooseProducts}
        </FileButton>
        {products > 0 && (
          <HoldButton hasKey={false} isDisabled={isBusy} onHeld={() => void show(station.forgetProducts({}))}>
            {words.forgetProducts}
          </HoldButton>
        )}
      </div>
      <FailureNote failure={failure ?? stock.failure} />
      {last && !failure && <LastFile report={last} />}
    </Card>
  );
}

function LastFile({ report }: { report: ProductReport }) {
  const words = text.setup.sources;
  const { file, rows, added, changed, unchanged, refused, leftOut, problems } = report;
  return (
    <>
      <output className="muted">
        {words.productsReport(file, rows, added, changed, unchanged)} {words.productsRefused(refused, leftOut)}{' '}
        {problems.length < refused + leftOut && words.productsFirst(problems.length)}
      </output>
      {problems.length > 0 && (
        <ul className="list product-problems">
          {problems.map((problem, at) => (
            <li key={at}>
              <span className="what grow">
                <b>{words.productRow(problem.line)}</b>
                <span>{rowReasonText(problem)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
