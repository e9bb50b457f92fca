import type { ListedDashboard } from '@inlay/protocol/frame-messages';
import { FrameError } from '../frame-error.ts';
import type { LaterRequest } from '../host/host-link.ts';
import { CODES } from '../render-tiles.ts';
import { exportPage } from '../stage/answer-requests.ts';
import type { Stage } from '../stage/stage.ts';
import { useTheme } from '../stage/use-theme.ts';
import type { Builder } from './builder.ts';
import { Refusal } from './save/refusal.ts';

/** What a host may ask of an open builder. */
export function answerHost(stage: Stage, builder: Builder): void {
  stage.link.answerWith(async (request: LaterRequest) => {
    try {
      return await answer(stage, builder, request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status = 500, message } = error;
      throw new FrameError(CODES[status] ?? (status < 500 ? 'ACCESS_DENIED' : 'INTERNAL'), message);
    }
  });
}

async function answer(stage: Stage, builder: Builder, request: LaterRequest): Promise<unknown> {
  switch (request.type) {
    case 'set-token':
      return stage.api.useToken(request.body.token);
    case 'set-theme':
      await useTheme(stage, request.body.theme);
      return null;
    case 'set-language':
      await stage.speech.change(request.body.lang);
      await builder.speakAgain();
      return null;
    case 'get-filters':
      return { filters: builder.opened.value?.filters.value ?? {} };
    case 'set-filters': {
      const now = openOf(builder);
      const { view } = now;
      if (view.value) {
        await view.value.setFilters(request.body.filters);
        return null;
      }
      now.filters.value = { ...now.filters.value, ...request.body.filters };
      stage.link.emit('filter-change', { filters: now.filters.value, by: 'host' });
      return null;
    }
    case 'refresh': {
      const now = openOf(builder);
      now.charts.forget();
      if (now.view.value) await now.view.value.reloadAll(true);
      else await now.refresh();
      return null;
    }
    case 'set-variables': {
      stage.choice.variables = { ...stage.choice.variables, ...request.body.variables };
      const now = builder.opened.value;
      now?.charts.forget();
      if (now?.view.value) await now.view.value.reloadAll();
      else await now?.refresh();
      return null;
    }
    case 'export': {
      const view = openOf(builder).view.value;
      if (!view)
        throw new FrameError(
          'VALUE_INVALID',
          'The dashboard is being edited: exports are made of what is read.',
        );
      return exportPage(view.stage, view.views, request.body);
    }
    case 'open-dashboard':
      return builder.open(request.body.dashboardId, request.body.edit);
    case 'create-dashboard': {
      const { title, from } = request.body;
      return builder.create({
        title: title ?? builder.words.value.untitled,
        ...(from !== undefined && { from }),
      });
    }
    case 'save-dashboard': {
      const now = openOf(builder);
      await now.autosave.flush();
      if (now.autosave.state().is !== 'saved')
        throw new FrameError('UNREACHABLE', 'The dashboard could not be saved yet; its draft is kept.');
      const { id, title } = now.document.value.dashboard;
      return { dashboardId: id, title };
    }
    case 'list-dashboards':
      return builder.answer.value.dashboards.map(
        ({ id, title, state, mine }): ListedDashboard => ({ dashboardId: id, title, state, mine }),
      );
    default:
      throw new FrameError('UNSUPPORTED', 'A builder does not answer this request.');
  }
}

function openOf(builder: Builder) {
  const now = builder.opened.value;
  if (!now) throw new FrameError('VALUE_INVALID', 'No dashboard is open: open or create one first.');
  return now;
}
