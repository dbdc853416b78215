import { PDFiumLibrary } from '@hyzyla/pdfium';

/** Returns the text of each page of a Base64 PDF. */
export async function pdfText(base64: string): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(Buffer.from(base64, 'base64'));
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return pages;
}
