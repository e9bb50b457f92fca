import type { ExportFile, ExportFormat } from '@inlay/protocol/frame-messages';
import { toWireError } from '../host/host-link.ts';
import type { PageContext } from '../page/page-context.ts';
import { showNotice } from '../page/show-notice.ts';

/** Downloads a file; on failure, tells the viewer and the host. */
export async function downloadFile(
  context: PageContext,
  format: ExportFormat,
  made: Promise<ExportFile>,
  tileId?: string,
): Promise<void> {
  try {
    const file = await made;
    saveFile(file);
    context.link.emit('export', { format, filename: file.filename });
  } catch (error) {
    context.link.emit('error', {
      ...toWireError(error),
      fatal: false,
      ...(tileId !== undefined && { tileId }),
    });
    setTimeout(showNotice(context.locale.messages().failedHint), 6_000);
  }
}

function saveFile({ filename, blob }: ExportFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(URL.revokeObjectURL, 60_000, link.href);
}
