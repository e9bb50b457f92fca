import type { ExportFile, ExportFormat } from '@inlay/protocol/frame-messages';
import { toWireError } from '../host/host-link.ts';
import { showNotice } from '../stage/notice.ts';
import type { Stage } from '../stage/stage.ts';
import { saveFile } from './save-file.ts';

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
