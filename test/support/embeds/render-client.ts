import type { RenderedTile, RenderRequest, TileMarkup, TileToRender } from '@inlay/content/embed-api';
import { type ApiCall, type ApiResponse, call } from '../http/api-client.ts';

const BOX = { width: 640, height: 280 };

/** Renders tiles of what is at `url`; the lines as they came. Bodies may be wrong on purpose. */
export async function renderTiles(
  url: string,
  body: object,
  options: ApiCall = {},
): Promise<ApiResponse & { readonly lines: readonly RenderedTile[] }> {
  const response = await call<Record<string, unknown>>(`${url}/render`, {
    ...options,
    method: 'POST',
    body: { mode: 'light', ...body },
  });
  const text = typeof response.body === 'string' ? (response.body as string) : '';
  const lines = text.split('\n').slice(0, -1);
  return { ...response, lines: lines.map((line) => JSON.parse(line) as RenderedTile) };
}

/** Renders one tile. `status` is that of the tile where it failed alone. */
export async function renderTile(
  url: string,
  { id, ...wanted }: Partial<TileToRender & RenderRequest> & { readonly id: string },
  options: ApiCall = {},
): Promise<{ readonly status: number; readonly body: TileMarkup }> {
  const { width = BOX.width, height = BOX.height, item, table, cross, drill, choice, ...choices } = wanted;
  const tile = { id, width, height, item, table, cross, drill, choice };
  const { status, body, lines } = await renderTiles(url, { ...choices, tiles: [tile] }, options);
  const [line] = lines;
  if (!line) return { status, body: body as unknown as TileMarkup };
  return 'error' in line
    ? { status: line.error.statusCode, body: line.error as unknown as TileMarkup }
    : { status, body: line };
}
