import { Button } from '@inlay/ui/controls/button';
import { render } from 'preact';
import { filterBarOf } from '../dashboard/filter-bar-of.ts';
import { type PageContext, wholeExport } from '../page/page-context.ts';
import { downloadFile } from './download-file.ts';

const FILES = { pdf: 'PDF', xlsx: 'Excel' } as const;

/** Download buttons for the whole dashboard, next to its title or after its filters. */
export function showDownloads(context: PageContext, root: ParentNode): void {
  if (!context.allows('export')) return;
  const head = root.querySelector('.inlay-head') ?? filterBarOf(root);
  const place = head.querySelector('.inlay-downloads') ?? document.createElement('div');
  place.className = 'inlay-downloads';
  head.append(place);
  const messages = context.locale.messages();
  const download = async (format: keyof typeof FILES, button: HTMLButtonElement) => {
    button.ariaBusy = 'true';
    await downloadFile(context, format, context.api.exportFile(wholeExport(context, format)));
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
