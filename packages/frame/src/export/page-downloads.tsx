import { render } from 'preact';
import type { Stage } from '../stage/stage.ts';
import { downloadFile } from './download-file.ts';

const FILES = { pdf: 'PDF', xlsx: 'Excel' } as const;

/** Downloads of the whole dashboard, beside its title or at the end of its filters. */
export function showDownloads(stage: Stage, root: ParentNode): void {
  const head = root.querySelector('.inlay-head') ?? root.querySelector('.inlay-filters');
  if (!head || !stage.allows('export')) return;
  const place = head.querySelector('.inlay-downloads') ?? document.createElement('div');
  place.className = 'inlay-downloads';
  head.append(place);
  const words = stage.speech.words();
  const download = async (format: keyof typeof FILES, button: HTMLButtonElement) => {
    button.ariaBusy = 'true';
    await downloadFile(stage, format, stage.api.exportFile({ ...stage.asked(), format }));
    button.ariaBusy = null;
  };
  render(
    Object.entries(FILES).map(([format, name]) => (
      <button
        key={format}
        type="button"
        class="ui-button"
        aria-label={words.download({ name })}
        onClick={({ currentTarget }) => void download(format as keyof typeof FILES, currentTarget)}
      >
        {name}
      </button>
    )),
    place,
  );
}
