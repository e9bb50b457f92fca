import { unavailable } from '@inlay/messages/sdk';
import type { FrameEvent, HostRequests, HostRequestType } from '@inlay/protocol/frame-messages';
import { createControls, type Send } from './create-controls.ts';
import { createElement } from './create-element.ts';
import { createEmitter } from './create-emitter.ts';
import { createFrame } from './create-frame.ts';
import {
  type EmbedEvent,
  type EmbedHandle,
  type EmbedOptions,
  mergeOptions,
  type SharedOptions,
  toFields,
} from './embed-options.ts';
import { InlayError } from './errors.ts';
import { followHeight } from './follow-height.ts';
import type { TokenKeeper } from './keep-token.ts';
import { type FrameTalk, talkToFrame } from './talk-to-frame.ts';

const START_MS = 30_000;
const HELLO_AFTER_LOAD_MS = 6_000;
const EXPORT_MS = 120_000;

interface Insertion {
  readonly baseUrl: string;
  readonly id: string;
  readonly parent: Element;
  readonly options: EmbedOptions;
  readonly keeper: TokenKeeper;
  /** Called for each event after the embed's own listeners. */
  readonly onEvent: (event: EmbedEvent) => void;
  readonly onDestroy: () => void;
}

interface Inserted {
  readonly embed: EmbedHandle;
  readonly send: Send;
  /** Settles when the embed is ready; immediately if it is lazy. */
  readonly started: Promise<void>;
}

/** Embeds that show a message, and their parents. Another attempt takes their place: viewers read one message. */
const failed = new Map<EmbedHandle, Element>();

/** Inserts an embed into its parent and runs it until it is destroyed. */
export function insertEmbed({ baseUrl, id, parent, keeper, ...given }: Insertion): Inserted {
  for (const [other, place] of failed) if (place === parent && other.id === id) other.destroy();
  let wanted = given.options;
  const ended = new AbortController();
  const emitter = createEmitter<EmbedEvent>();
  const connected = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let talk: FrameTalk | undefined;
  let opened = false;
  let expired = false;

  const frame = createFrame({
    baseUrl,
    id,
    frameHeight: `${wanted.height}`,
    readFields: () => toFields(wanted, keeper.current()),
    lazy: wanted.loading === 'lazy',
    ended,
    onMismatch: () => fail(new InlayError('VERSION_MISMATCH')),
    // A frame says hello before it has loaded: without it, this is an error page of the browser.
    onLoad: () => failLater(HELLO_AFTER_LOAD_MS, () => talk || opened),
    onPort: (port) => {
      talk?.endTalk(new InlayError('FRAME_RESTARTED'));
      talk = talkToFrame(port, { onEvent, onTokenWanted: keeper.renew });
      connected.resolve();
    },
  });
  const resize = followHeight(frame);
  /** The frame, or the message in its place. */
  let shown: Element = frame;

  /** Returns whether a listener cancelled it. */
  const emit = (event: Pick<EmbedEvent, 'name' | 'detail'>): boolean => {
    let isCancelled = false;
    const full = { ...event, embed, preventDefault: () => (isCancelled = true) } as EmbedEvent;
    emitter.emit(full);
    given.onEvent(full);
    return isCancelled;
  };

  const emitError = ({ code, message }: InlayError, fatal: boolean) =>
    emit({ name: 'error', detail: { code, message, fatal } });

  /** Both our timer and the frame notice it; listeners are called once. */
  const expire = () => {
    if (!expired) emit({ name: 'token-expired', detail: {} });
    expired = true;
  };

  const onEvent = ({ event, detail }: FrameEvent) => {
    if (event === 'resize' && (wanted.height ?? 'auto') === 'auto') resize(detail.height);
    if (event === 'token-expired') return expire();
    if (event === 'filter-change') wanted = { ...wanted, filters: detail.filters };
    if (event === 'ready') {
      expired = false;
      opened = true;
      failed.delete(embed);
      frame.title = detail.title;
      keeper.lives(detail);
      started.resolve();
    }
    // The frame stays: it shows the error to the viewer.
    if (event === 'error' && detail.fatal) refuse(new InlayError(detail.code, detail.message));
    return emit({ name: event, detail });
  };

  const refuse = (error: InlayError) => {
    opened = true;
    failed.set(embed, parent);
    started.reject(error);
  };

  const end = (error: InlayError) => {
    ended.abort();
    refuse(error);
    leave();
    talk?.endTalk(error);
    connected.reject(error);
  };

  /** There is no frame to show the error, so the SDK shows a message. */
  const fail = (error: InlayError) => {
    end(error);
    shown = createElement('p', {
      ...calmMessages(wanted.lang ?? navigator.language),
      dir: 'auto',
      role: 'status',
      style: 'padding:2em;text-align:center',
    });
    if (frame.parentNode) frame.replaceWith(shown);
    else parent.append(shown);
    emitError(error, true);
  };

  const request = async <Type extends HostRequestType>(
    type: Type,
    body?: HostRequests[Type]['body'],
    timeout?: number,
  ) => {
    await connected.promise;
    if (ended.signal.aborted || !talk) throw new InlayError('DESTROYED');
    return talk.request(type, body, timeout);
  };

  /** Before the frame has connected, the change is part of its `start`. */
  const send: Send = async (type, body) => {
    wanted = mergeOptions(wanted, body as SharedOptions | null);
    await (talk ? request(type, body) : connected.promise);
  };

  const embed: EmbedHandle = {
    id,
    frame,
    ...createControls(send),
    ...(emitter.events as Pick<EmbedHandle, 'on' | 'off'>),
    getState: () => request('get-state'),
    setState: (state) => request('set-state', { state }),
    getFilters: async () => (await request('get-filters')).filters,
    setToken: keeper.replaceToken,
    exportAs: (format, options) => request('export', { format, ...options }, EXPORT_MS),
    openDashboard: (dashboardId, options) => request('open-dashboard', { dashboardId, ...options }),
    createDashboard: (options) => request('create-dashboard', { ...options }),
    saveDashboard: () => request('save-dashboard'),
    listDashboards: () => request('list-dashboards'),
    listSubscriptions: () => request('list-subscriptions'),
    openSubscriptions: (options) => request('open-subscriptions', options),
    createSubscription: (subscription) => request('create-subscription', subscription),
    changeSubscription: (subscriptionId, change) =>
      request('change-subscription', { subscriptionId, ...change }),
    pauseSubscription: (id) => embed.changeSubscription(id, { isPaused: true }),
    resumeSubscription: (id) => embed.changeSubscription(id, { isPaused: false }),
    deleteSubscription: (subscriptionId) => request('delete-subscription', { subscriptionId }),
    destroy: () => {
      end(new InlayError('DESTROYED'));
      shown.remove();
      failed.delete(embed);
      given.onDestroy();
    },
  };

  const leave = keeper.addUser({
    take: async (token) => {
      if (!talk) return undefined;
      const life = await request('set-token', { token });
      expired = false;
      return life;
    },
    expiring: (expiresIn) => emit({ name: 'token-expiring', detail: { expiresIn } }),
    expired: expire,
    failed: (error) => emitError(error, false),
  });

  const failLater = (ms: number, fine: () => unknown) =>
    setTimeout(() => fine() || fail(new InlayError('FRAME_UNREACHABLE')), ms);

  const open = () => {
    if (ended.signal.aborted) return;
    parent.append(frame);
    if (wanted.loading === 'lazy') started.resolve();
    else failLater(wanted.timeout ?? START_MS, () => opened);
  };
  connected.promise.catch(() => {});
  started.promise.catch(() => {});
  keeper.obtain().then(open, fail);
  return { embed, send, started: started.promise };
}

/** The message for viewers if the frame itself cannot show one. */
function calmMessages(wanted: string): { readonly lang: string; readonly textContent: string } {
  const known = wanted.slice(0, 2).toLowerCase();
  const lang = unavailable[known] ? known : 'en';
  return { lang, textContent: unavailable[lang] as string };
}
