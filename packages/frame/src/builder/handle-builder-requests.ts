import type { ListedDashboard } from '@inlay/protocol/frame-messages';
import { effect } from '@preact/signals';
import { FrameError } from '../frame-error.ts';
import type { PageRequest } from '../host/host-link.ts';
import { exportPage } from '../page/handle-host-requests.ts';
import { applyTheme } from '../page/lazy-changes.ts';
import { runSubscriptionRequest } from '../page/lazy-subscriptions.ts';
import type { PageContext } from '../page/page-context.ts';
import { isAboutSubscriptions } from '../page/subscription-request.ts';
import { CODES } from '../render-tiles.ts';
import { type Builder, reloadMessages } from './builder.ts';
import type { OpenDashboard } from './open-dashboard.ts';
import { Refusal } from './save/refusal.ts';

/** Shorter than the host waits for a reply. */
const RENDERING_MS = 15_000;

/** Handles the host's requests to an open builder. */
export function handleBuilderRequests(context: PageContext, builder: Builder): void {
  context.link.onRequest(async (request: PageRequest) => {
    try {
      return await handle(context, builder, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status = 500, message } = error;
      throw new FrameError(CODES[status] ?? (status < 500 ? 'ACCESS_DENIED' : 'INTERNAL'), message);
    }
  });
}

async function handle(context: PageContext, builder: Builder, request: PageRequest): Promise<unknown> {
  switch (request.type) {
    case 'set-token':
      return context.api.setToken(request.body.token);
    case 'set-theme':
      await applyTheme(context, request.body.theme);
      return null;
    case 'set-language':
      await context.locale.change(request.body.lang);
      await reloadMessages(builder);
      return null;
    case 'get-filters':
      return { filters: builder.dashboards.opened.value?.filters.value ?? {} };
    case 'set-filters': {
      const opened = openDashboardOf(builder);
      const view = await renderedView(opened);
      if (view) {
        await view.setFilters(request.body.filters);
        return null;
      }
      opened.filters.value = { ...opened.filters.value, ...request.body.filters };
      context.link.emit('filter-change', { filters: opened.filters.value, by: 'host' });
      return null;
    }
    case 'get-state':
      return (await viewOf(builder)).getState();
    case 'set-state': {
      const view = await viewOf(builder);
      await view.setState((await view.context.api.checkState(request.body.state)).state, 'host');
      return undefined;
    }
    case 'refresh': {
      const opened = openDashboardOf(builder);
      opened.charts.forget();
      if (opened.view.value) await opened.view.value.reloadAll(true);
      else await opened.refresh();
      return null;
    }
    case 'set-variables': {
      context.choice.variables = { ...context.choice.variables, ...request.body.variables };
      const opened = builder.dashboards.opened.value;
      opened?.charts.forget();
      if (opened?.view.value) await opened.view.value.reloadAll();
      else await opened?.refresh();
      return null;
    }
    case 'export': {
      const view = await viewOf(builder);
      return exportPage(view.context, view.views, request.body);
    }
    case 'open-dashboard':
      return builder.dashboards.open(request.body.dashboardId, request.body.edit);
    case 'create-dashboard': {
      const { title, from } = request.body;
      return builder.dashboards.create({
        title: title ?? builder.messages.value.untitled,
        ...(from !== undefined && { from }),
      });
    }
    case 'save-dashboard': {
      const opened = openDashboardOf(builder);
      await opened.autosave.flush();
      if (opened.autosave.state().is !== 'saved')
        throw new FrameError('UNREACHABLE', 'The dashboard could not be saved yet; its draft is kept.');
      const { id, title } = opened.document.value.dashboard;
      return { dashboardId: id, title };
    }
    case 'list-dashboards':
      return builder.data.value.dashboards.map(
        ({ id, title, state, mine }): ListedDashboard => ({ dashboardId: id, title, state, mine }),
      );
    default:
      if (isAboutSubscriptions(request))
        return runSubscriptionRequest((await viewOf(builder)).context, request);
      throw new FrameError('UNSUPPORTED', 'A builder does not support this request.');
  }
}

/** The open dashboard as readers see it. */
async function viewOf(builder: Builder) {
  const view = await renderedView(openDashboardOf(builder));
  if (!view) throw new FrameError('VALUE_INVALID', 'The dashboard is being edited: stop editing first.');
  return view;
}

/** A dashboard that was opened a moment ago is still being rendered. */
function renderedView({ view, editing }: OpenDashboard) {
  return new Promise<typeof view.value>((resolve) => {
    const stop = effect(() => {
      if (view.value !== undefined || editing.value) resolve(view.value);
    });
    setTimeout(() => {
      stop();
      resolve(undefined);
    }, RENDERING_MS);
  });
}

function openDashboardOf(builder: Builder) {
  const opened = builder.dashboards.opened.value;
  if (!opened) throw new FrameError('VALUE_INVALID', 'No dashboard is open: open or create one first.');
  return opened;
}
