import { fill } from '@inlay/ui/fill';
import { render } from 'preact';
import { toWireError } from '../host/host-link.ts';
import { showNotice } from '../stage/notice.ts';
import type { Stage } from '../stage/stage.ts';
import { saveFile } from './save-file.ts';

const FILES = { pdf: 'PDF', xlsx: 'Excel' } as const;

/** Downloads of the whole dashboard, beside its title or at the end of its filters. */
export function showDownloads(stage: Stage, root: ParentNode): void {
  const head = root.querySelector('.inlay-head') ?? root.querySelector('.inlay-filters');
  if (!head || !stage.allows('export')) return;
  const place = head.querySelector(':scope > .inlay-downloads') ?? document.createElement('div');
  place.className = 'inlay-downloads';
  head.append(place);
  const words = stage.speech.words();
  const download = async (format: keyof typeof FILES, button: HTMLButtonElement) => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    try {
      const file = await stage.api.exportFile({ ...stage.asked(), format });
      saveFile(file);
      stage.link.emit('export', { format, filename: file.filename });
    } catch (error) {
      stage.link.emit('error', { ...toWireError(error), fatal: false });
      setTimeout(showNotice(words.failedHint), 6_000);
    } finally {
      button.ariaBusy = null;
    }
  };
  render(
    Object.entries(FILES).map(([format, name]) => (
      <button
        key={format}
        type="button"
        class="ui-button"
        aria-label={fill(words.download, name)}
        onClick={({ currentTarget }) => void download(format as keyof typeof FILES, currentTarget)}
      >
        {name}
      </button>
    )),
    place,
  );
}
