import { readEmbedFields } from '@inlay/protocol/embed-fields';
import {
  type Connect,
  type FrameEvent,
  type FrameMessage,
  type Hello,
  type HostMessage,
  type HostRequest,
  PROTOCOL_VERSIONS,
} from '@inlay/protocol/frame-messages';

/**
 * The frame's half of the protocol, as short as it can honestly be. It shows its state as JSON, so that tests can
 * read what a viewer would see.
 */
export interface PageData {
  readonly id: string;
  readonly hostOrigin: string;
  readonly token: string;
  readonly expiresIn: number | null;
}

interface State {
  token: string;
  filters: Record<string, unknown>;
  variables: Record<string, unknown>;
  theme: unknown;
  lang: unknown;
  features: unknown;
  step: unknown;
  dashboard: unknown;
  subscriptions: string | undefined;
  dataset: unknown;
  width: unknown;
  timeZone: unknown;
  renews: unknown;
  loadedBy: 'POST' | 'GET';
  refreshed: number;
  /** Types of the requests after `start`. */
  requests: string[];
}

const data: PageData = JSON.parse(document.querySelector('#data')?.textContent ?? '');
const state: State = {
  token: data.token,
  filters: {},
  variables: {},
  theme: undefined,
  lang: undefined,
  features: undefined,
  step: undefined,
  dashboard: undefined,
  subscriptions: undefined,
  dataset: undefined,
  width: undefined,
  timeZone: undefined,
  renews: undefined,
  loadedBy: document.documentElement.dataset.method as State['loadedBy'],
  refreshed: 0,
  requests: [],
};
let port: MessagePort | undefined;
let requests = 0;
const asked = new Map<number, (token: string | undefined) => void>();

const send = (message: FrameMessage) => port?.postMessage(message);
const emit = (event: FrameEvent) => send(event);
const show = () => {
  const output = document.querySelector('#state');
  if (output) output.textContent = JSON.stringify(state);
};

async function session(token: string): Promise<number | undefined> {
  const answer = await fetch('/embed/api/v0/session', { headers: { authorization: `Bearer ${token}` } });
  return answer.ok ? ((await answer.json()) as { expiresIn: number }).expiresIn : undefined;
}

async function open(): Promise<void> {
  const expiresIn = await session(state.token);
  if (data.id === 'mute') return;
  if (data.id === 'unknown') {
    const message = 'There is no embed with this id: check it in the embed manager.';
    return emit({ event: 'error', detail: { code: 'EMBED_NOT_FOUND', message, fatal: true } });
  }
  if (expiresIn === undefined) {
    if (state.renews) return void renew();
    const message = 'The token is not valid: get a new one.';
    return emit({ event: 'error', detail: { code: 'TOKEN_INVALID', message, fatal: true } });
  }
  emit({ event: 'ready', detail: { kind: 'tile', title: `The ${data.id}`, lang: 'en', expiresIn } });
  emit({ event: 'rendered', detail: { tiles: 1 } });
  emit({ event: 'resize', detail: { height: 432.2 } });
  if (data.id === 'loop') {
    addEventListener('resize', () => emit({ event: 'resize', detail: { height: innerHeight + 10 } }));
  }
}

/** What a frame does when the server refuses its token in the middle of a session. */
async function renew(): Promise<void> {
  emit({ event: 'token-expired', detail: {} });
  const id = ++requests;
  const token = await new Promise<string | undefined>((resolve) => {
    asked.set(id, resolve);
    send({ id, type: 'token', body: null });
  });
  if (token === undefined) return;
  state.token = token;
  show();
  await open();
}

async function answer(request: HostRequest): Promise<unknown> {
  switch (request.type) {
    case 'start': {
      const { settings } = readEmbedFields(request.body.fields);
      Object.assign(state, settings, { token: settings.token ?? '' });
      queueMicrotask(open);
      return null;
    }
    case 'set-token': {
      const expiresIn = await session(request.body.token);
      if (expiresIn === undefined) throw { code: 'TOKEN_INVALID', message: 'The token is not valid.' };
      state.token = request.body.token;
      return { expiresIn };
    }
    case 'set-filters':
      Object.assign(state.filters, request.body.filters);
      emit({ event: 'filter-change', detail: { filters: state.filters as never, by: 'host' } });
      return null;
    case 'get-filters':
      return { filters: state.filters };
    case 'set-variables':
      if ('refuse' in request.body.variables) {
        throw { code: 'VALUE_INVALID', message: "There is no variable 'refuse'." };
      }
      Object.assign(state.variables, request.body.variables);
      return null;
    case 'set-theme':
      state.theme = request.body.theme;
      return null;
    case 'set-language':
      state.lang = request.body.lang;
      return null;
    case 'refresh':
      state.refreshed++;
      emit({ event: 'rendered', detail: { tiles: 1 } });
      return null;
    case 'export':
      return {
        filename: `sales.${request.body.format}`,
        blob: new Blob(['a,b\n1,2\n'], { type: 'text/csv' }),
      };
    case 'open-dashboard':
      state.dashboard = request.body.dashboardId;
      return { dashboardId: request.body.dashboardId, title: request.body.edit ? 'Canvas' : 'Shown' };
    case 'create-dashboard':
      return { dashboardId: 'new', title: request.body.title ?? 'Untitled' };
    case 'save-dashboard':
      return { dashboardId: 'new', title: 'Saved' };
    case 'list-dashboards':
      return [{ dashboardId: 'new', title: 'Saved', state: 'draft', mine: true }];
    case 'open-subscriptions':
      state.subscriptions = request.body?.tileId ?? 'everything';
      return null;
    case 'list-subscriptions':
      return [subscription];
    case 'create-subscription':
      emit({ event: 'subscription-created', detail: referenceOf(request.body.title ?? 'Untitled') });
      return { ...subscription, title: request.body.title };
    case 'change-subscription': {
      const { subscriptionId: id, isPaused, title } = request.body;
      return { ...subscription, id, ...(title && { title }), status: isPaused ? 'paused' : 'active' };
    }
    case 'delete-subscription':
      emit({ event: 'subscription-deleted', detail: referenceOf(request.body.subscriptionId) });
      return null;
    default:
      throw { code: 'UNSUPPORTED', message: 'This frame knows no such request: update the instance.' };
  }
}

const subscription = { id: 'weekly', kind: 'report', title: 'Sales', status: 'active' };
const referenceOf = (title: string) => ({ subscriptionId: 'weekly', title, kind: 'report' }) as const;

function connect(to: MessagePort): void {
  port = to;
  to.onmessage = async ({ data: message }: MessageEvent<HostMessage>) => {
    if ('re' in message) {
      asked.get(message.re)?.((message.value as { token?: string } | undefined)?.token);
      return;
    }
    if (message.type !== 'start') state.requests.push(message.type);
    try {
      send({ re: message.id, value: await answer(message) });
    } catch (error) {
      send({ re: message.id, error: error as never });
    }
    show();
  };
}

addEventListener('message', ({ source, origin, data: message, ports }: MessageEvent<Connect>) => {
  if (source !== parent || origin !== data.hostOrigin || message?.inlay !== 'connect' || !ports[0]) return;
  connect(ports[0]);
});

const versions = data.id === 'old' ? [99] : PROTOCOL_VERSIONS;
if (data.id !== 'silent' && data.hostOrigin) {
  parent.postMessage({ inlay: 'hello', versions } satisfies Hello, data.hostOrigin);
}
show();

// What a viewer does, for tests to do in their place.
Object.assign(window, {
  viewer: {
    emit,
    renew,
    filter: (filters: Record<string, unknown>) => {
      state.filters = filters;
      emit({ event: 'filter-change', detail: { filters: filters as never, by: 'viewer' } });
      show();
    },
  },
});
