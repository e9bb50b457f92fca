import type { ExportFile } from '@inlay/protocol/frame-messages';

/** Hands a file to the viewer. */
export function saveFile({ filename, blob }: ExportFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(URL.revokeObjectURL, 60_000, link.href);
}
