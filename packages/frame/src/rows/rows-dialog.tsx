import './rows.css';
import type { RowsExportRequest, RowsRequest, RowsResponse } from '@inlay/content/rows-api';
import type { RowsMessages } from '@inlay/messages/rows';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { toFile } from '../embed-api.ts';
import { downloadFile } from '../export/download-file.ts';
import type { FrameTexts } from '../frame-texts.ts';
import { toWireError } from '../host/host-link.ts';
import type { PageContext } from '../page/page-context.ts';
import type { TileView } from '../tile/tile-view.tsx';
import type { RowsOf } from './rows-of-mark.ts';

interface RowsDialogProps {
  readonly context: PageContext;
  readonly view: TileView;
  readonly rows: RowsOf;
  readonly title: string;
  readonly texts: RowsMessages;
  readonly onClose: () => void;
}

type Sort = NonNullable<RowsRequest['sort']>;
type Loaded =
  | { readonly state: 'ready'; readonly page: RowsResponse }
  | { readonly state: 'denied' | 'failed' };

const PAGE_SIZE = 50;
const EDGE = 12;
/** The server shows no more. */
const MAX_ROWS = 10_000;

/** The rows behind a mark, page by page. */
export function RowsDialog({ context, view, rows, title, texts, onClose }: RowsDialogProps): VNode {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>();
  const [isLoading, setLoading] = useState(true);
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  // The browser's own dialog holds the focus and gives it back. It has no form to lose, which the kit's would guard.
  useEffect(() => box.current?.showModal(), []);
  // A frame is often taller than the screen: the dialog is where the tile is, not in the middle of the frame.
  useEffect(() => {
    if (!box.current) return;
    const lowest = innerHeight - box.current.offsetHeight - EDGE;
    const { top } = view.element.getBoundingClientRect();
    box.current.style.marginTop = `${Math.max(EDGE, Math.min(top, lowest))}px`;
  }, [loaded]);
  const path = `tiles/${encodeURIComponent(view.tile.id)}/rows`;
  const request = { ...view.request(), ...rows, ...(sort && { sort }) };

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setLoading(true);
    const wanted: RowsRequest = { ...request, page, pageSize: PAGE_SIZE };
    context.api
      .post(path, wanted, signal)
      .then(async (response): Promise<Loaded> => ({ state: 'ready', page: await response.json() }))
      .catch((error: unknown): Loaded => {
        if (!signal.aborted) console.error(error);
        return { state: toWireError(error).code === 'ACCESS_DENIED' ? 'denied' : 'failed' };
      })
      .then((next) => {
        if (signal.aborted) return;
        setLoaded(next);
        setLoading(false);
      });
    return () => controller.abort();
  }, [page, sort, tries]);

  const download = (format: RowsExportRequest['format']) => {
    const wanted: RowsExportRequest = { ...request, format };
    const file = context.api.post(`${path}/exports`, wanted).then((response) => toFile(response, format));
    return downloadFile(context, format, file, view.tile.id);
  };
  const messages = context.locale.messages();
  const hasRows = loaded?.state === 'ready' && loaded.page.total > 0;
  return (
    <dialog ref={box} class="ui-dialog inlay-rows-dialog" aria-labelledby={id} onClose={onClose}>
      <header class="ui-dialog-head">
        <h2 id={id} dir="auto">
          {title}
        </h2>
        <IconButton icon="close" label={texts.close} onClick={() => box.current?.close()} />
      </header>
      <div class="ui-dialog-body inlay-rows" aria-busy={isLoading}>
        {loaded === undefined ? (
          <p role="status">{messages.loading}</p>
        ) : loaded.state === 'ready' ? (
          <RowsPage
            loaded={loaded.page}
            page={page}
            sort={sort}
            lang={context.locale.lang()}
            texts={texts}
            messages={messages}
            onPage={setPage}
            onSort={(next) => {
              setSort(next);
              setPage(1);
            }}
          />
        ) : (
          <p role="alert">
            {loaded.state === 'denied' ? texts.denied : texts.failed}{' '}
            {loaded.state === 'failed' && (
              <Button onClick={() => setTries(tries + 1)}>{messages.retry}</Button>
            )}
          </p>
        )}
        {hasRows && context.allows('export') && (
          <div class="ui-dialog-actions">
            <Button onClick={() => void download('csv')}>{messages.download({ name: 'CSV' })}</Button>
            <Button onClick={() => void download('xlsx')}>{messages.download({ name: 'Excel' })}</Button>
          </div>
        )}
      </div>
    </dialog>
  );
}

interface RowsPageProps {
  readonly loaded: RowsResponse;
  readonly page: number;
  readonly sort: Sort | undefined;
  readonly lang: string;
  readonly texts: RowsMessages;
  readonly messages: FrameTexts;
  readonly onPage: (page: number) => void;
  readonly onSort: (sort: Sort) => void;
}

function RowsPage({ loaded, page, sort, lang, texts, messages, onPage, onSort }: RowsPageProps): VNode {
  const { previous, next } = messages;
  const { columns, rowCount, total, hasMore } = loaded;
  if (total === 0) return <p role="status">{texts.none}</p>;
  const number = (value: number) => value.toLocaleString(lang);
  const first = (page - 1) * PAGE_SIZE;
  return (
    <>
      {/* Scrolls by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be focusable */}
      <section class="inlay-rows-box" aria-label={texts.rows} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, label, masked, type }) => {
                const direction = sort?.by === name ? sort.direction : undefined;
                return (
                  <th
                    key={name}
                    scope="col"
                    class={isNumber(type) ? 'inlay-number' : undefined}
                    aria-sort={direction === 'asc' ? 'ascending' : direction ? 'descending' : undefined}
                  >
                    {masked || type === 'json' ? (
                      <>
                        {label}
                        {masked && <small> {texts.masked}</small>}
                      </>
                    ) : (
                      <button
                        type="button"
                        title={messages.sortBy({ column: label })}
                        onClick={() => onSort({ by: name, direction: direction === 'asc' ? 'desc' : 'asc' })}
                      >
                        {label}
                        <span aria-hidden="true">{direction === 'asc' ? ' ↑' : direction ? ' ↓' : ''}</span>
                      </button>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rowCount }, (_, row) => (
              <tr key={row}>
                {columns.map(({ name, texts: cells, type }) => (
                  <td key={name} dir="auto" class={isNumber(type) ? 'inlay-number' : undefined}>
                    {cells[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <nav class="inlay-rows-pages" aria-label={texts.rows}>
        <span role="status">
          {texts.range({ first: number(first + 1), last: number(first + rowCount), all: number(total) })}
          {total > MAX_ROWS && ` · ${texts.limited({ shown: number(MAX_ROWS) })}`}
        </span>
        {(page > 1 || hasMore) && (
          <div>
            <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
              {previous}
            </Button>
            <Button disabled={!hasMore} onClick={() => onPage(page + 1)}>
              {next}
            </Button>
          </div>
        )}
      </nav>
    </>
  );
}

const isNumber = (type: string) => ['integer', 'decimal', 'number'].includes(type);
