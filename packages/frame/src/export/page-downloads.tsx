import { Button } from '@inlay/ui/button';
import { render } from 'preact';
import type { PageContext } from '../page/page-context.ts';
import { downloadFile } from './download-file.ts';

const FILES = { pdf: 'PDF', xlsx: 'Excel' } as const;

/** Download buttons for the whole dashboard, next to its title or after its filters. */
export function showDownloads(context: PageContext, root: ParentNode): void {
  const head = root.querySelector('.inlay-head') ?? root.querySelector('.inlay-filters');
  if (!head || !context.allows('export')) return;
  const place = head.querySelector('.inlay-downloads') ?? document.createElement('div');
  place.className = 'inlay-downloads';
  head.append(place);
  const messages = context.locale.messages();
  const download = async (format: keyof typeof FILES, button: HTMLButtonElement) => {
    button.ariaBusy = 'true';
    await downloadFile(context, format, context.api.exportFile({ ...context.requestOptions(), format }));
    button.ariaBusy = null;
  };
  render(
    Object.entries(FILES).map(([format, name]) => (
      <Button
        key={format}
        label={messages.download({ name })}
        onClick={({ currentTarget }) => void download(format as keyof typeof FILES, currentTarget)}
      >
        {name}
      </Button>
    )),
    place,
  );
}
