import { type PageRequest, type PdfPage, pagesOf } from '../../electron/paper/pdf-pages.ts';

type OpenedPdf = { readonly is: 'pages'; readonly pages: readonly PdfPage[] } | { readonly is: 'unreadable'; readonly why: string };

/** Reads the pages of a PDF from this program or a test, in this process. */
export async function openPdf(bytes: Uint8Array, request: PageRequest): Promise<OpenedPdf> {
  const pages: PdfPage[] = [];
  try {
    for await (const page of pagesOf(bytes, request)) pages.push(page);
  } catch (error) {
    return { is: 'unreadable', why: String(error) };
  }
  return { is: 'pages', pages };
}
