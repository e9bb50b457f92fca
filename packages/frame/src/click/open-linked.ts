import type { RenderedDashboard, ViewRequest } from '@inlay/content/builder-preview';
import type { ErrorBody } from '@inlay/protocol/error-body';
import type { Filters } from '@inlay/protocol/frame-messages';
import { runDashboard } from '../dashboard/run-dashboard.ts';
import { FrameError } from '../frame-error.ts';
import { type PageRequest, toWireError } from '../host/host-link.ts';
import { hostRequestHandler } from '../page/handle-host-requests.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import { serializeTheme } from '../page/serialize-theme.ts';
import { showNotice } from '../page/show-notice.ts';
import { CODES } from '../render-tiles.ts';
import { makeButton } from '../tile/make-button.ts';
import { setMarkup } from '../tile/set-chart.ts';

const NOTICE_MS = 6_000;

/** Shows another dashboard in place of the page, with a way back to the page as it is now. */
export async function openLinked(context: PageContext, id: string, filters: Filters): Promise<void> {
  try {
    await replacePage(context, id, filters);
  } catch (error) {
    context.link.emit('error', { ...toWireError(error), fatal: false });
    setTimeout(showNotice(context.locale.messages().failed), NOTICE_MS);
  }
}

async function replacePage(context: PageContext, id: string, filters: Filters): Promise<void> {
  const { link, api, locale } = context;
  const main = document.querySelector('main') ?? document.body;
  const focused = document.activeElement;
  const { kind } = main.dataset;
  const kept: Node[] = [];
  const sheet = new CSSStyleSheet();
  const path = `dashboards/${encodeURIComponent(id)}`;
  /** Requests that the page below has to catch up on. */
  const missed: PageRequest[] = [];
  let closing = new AbortController();

  const back = () => {
    closing.abort();
    context.linked = undefined;
    main.replaceChildren(...kept);
    main.dataset.kind = kind;
    document.title = context.title;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    if (former) {
      link.onRequest(former);
      for (const request of missed) void former(request);
    }
    link.emit('navigate', { to: context.page.dashboardId ?? '' });
    if (focused instanceof HTMLElement || focused instanceof SVGElement) focused.focus();
  };
  const trail = [...(context.trail ?? []), { title: context.title, show: back }];

  const show = async (chosen: Filters): Promise<readonly [PageContext, OpenPage]> => {
    const { css, html, state } = await requestView(context, path, chosen);
    closing.abort();
    closing = new AbortController();
    const { signal } = closing;
    const linked: PageContext = {
      ...context,
      page: { ...context.page, view: undefined, ...state, kind: 'dashboard', dashboardId: id },
      title: state.title,
      api: api.below(path),
      choice: { ...context.choice, filters: state.filterValues, tiles: {} },
      trail,
      linked: undefined,
      openDashboard: (next, filtered) => openLinked(linked, next, filtered),
      requestOptions: () => ({
        ...context.requestOptions(),
        filters: linked.choice.filters,
        variables: linked.choice.variables,
      }),
    };
    if (kept.length === 0) kept.push(...main.childNodes);
    const content = document.createElement('div');
    setMarkup(content, html);
    main.replaceChildren(breadcrumbs(linked), ...content.childNodes);
    main.dataset.kind = 'dashboard';
    document.title = state.title;
    sheet.replaceSync(css);
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    const page = runDashboard(linked, { root: main, signal });
    context.linked = page.choose;
    return [linked, page];
  };

  let [linked, page] = await show(filters);
  const former = link.onRequest(async (request) => {
    if (request.type === 'set-variables' || request.type === 'set-language') missed.push(request);
    if (request.type !== 'set-language') return hostRequestHandler(linked, page)(request);
    await locale.change(request.body.lang);
    [linked, page] = await show(linked.choice.filters);
    return null;
  });
  link.emit('navigate', { to: id });
  link.emit('rendered', { tiles: page.views.length });
  main.querySelector<HTMLElement>('.inlay-trail button')?.focus();
  scrollTo(0, 0);
}

async function requestView(
  { api, choice: { theme }, page, requestOptions }: PageContext,
  path: string,
  filters: Filters,
): Promise<RenderedDashboard> {
  const body: ViewRequest = {
    ...requestOptions(),
    filters,
    width: document.documentElement.clientWidth,
    features: page.features,
    ...(theme !== undefined && { theme: serializeTheme(theme) }),
  };
  const response = await api.request(`${path}/view`, { body });
  if (response.ok) return response.json();
  const { message = '' }: Partial<ErrorBody> = await response.json().catch(() => ({}));
  throw new FrameError(CODES[response.status] ?? 'INTERNAL', message);
}

/** The pages that led here, each with a button that leads back to it. */
function breadcrumbs({ trail = [], title, locale }: PageContext): HTMLElement {
  const nav = document.createElement('nav');
  nav.className = 'inlay-crumbs inlay-trail';
  const buttons = trail.map(({ title: textContent }, index) => {
    const ariaLabel = locale.messages().backTo({ title: textContent });
    return makeButton({ textContent, ariaLabel }, () => {
      for (const { show } of trail.slice(index).toReversed()) show();
    });
  });
  const here = document.createElement('span');
  here.textContent = title;
  here.ariaCurrent = 'page';
  nav.append(...buttons.flatMap((button) => [button, ' › ']), here);
  return nav;
}
