import type { ExportFile, ExportFormat } from '@inlay/protocol/frame-messages';
import { toWireError } from '../host/host-link.ts';
import { showNotice } from '../stage/notice.ts';
import type { Stage } from '../stage/stage.ts';

/** Saves a file for the viewer, and tells them and the host where that fails. */
export async function downloadFile(
  stage: Stage,
  format: ExportFormat,
  made: Promise<ExportFile>,
  tileId?: string,
): Promise<void> {
  try {
    const file = await made;
    saveFile(file);
    stage.link.emit('export', { format, filename: file.filename });
  } catch (error) {
    stage.link.emit('error', {
      ...toWireError(error),
      fatal: false,
      ...(tileId !== undefined && { tileId }),
    });
    setTimeout(showNotice(stage.speech.words().failedHint), 6_000);
  }
}

/** Hands a file to the viewer. */
function saveFile({ filename, blob }: ExportFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(URL.revokeObjectURL, 60_000, link.href);
}
