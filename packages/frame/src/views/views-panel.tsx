import type { SavedView, SavedViewChange, SavedViews, ViewState } from '@inlay/content/view-state';
import { loadViewsMessages, type ViewsMessages } from '@inlay/messages/views';
import { announce } from '@inlay/ui/announce';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { openPopover } from '@inlay/ui/overlays/open-popover';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OpenPage } from '../page/open-page.ts';
import type { PageContext } from '../page/page-context.ts';
import { showNotice } from '../page/show-notice.ts';
import style from './views.css?inline';

interface ViewsContext {
  readonly context: PageContext;
  readonly page: OpenPage;
}

const NOTICE_MS = 8_000;
const sheet = new CSSStyleSheet();
sheet.replaceSync(style);
document.adoptedStyleSheets.push(sheet);

export async function showIncomplete(context: PageContext, name: string): Promise<void> {
  const messages = await loadViewsMessages(context.locale.lang());
  setTimeout(showNotice(messages.viewIncomplete({ name })), NOTICE_MS);
}

/** The viewer's saved views: open, save, update, rename, make the default, delete. */
export async function openViews(button: HTMLElement, views: ViewsContext): Promise<void> {
  const messages = await loadViewsMessages(views.context.locale.lang());
  openPopover(button, {
    role: 'dialog',
    label: messages.title,
    content: (close) => <ViewsPanel {...views} messages={messages} close={close} />,
  });
}

interface PanelProps extends ViewsContext {
  readonly messages: ViewsMessages;
  readonly close: () => void;
}

/** What is open: a form for a name, the actions of a view, or the confirmation before it is deleted. Without a view: a new one. */
interface Open {
  readonly what: 'actions' | 'name' | 'delete';
  readonly view?: SavedView;
}

function ViewsPanel({ context, page, messages, close }: PanelProps): VNode {
  const [views, setViews] = useState<readonly SavedView[] | 'failed' | undefined>();
  const [open, setOpen] = useState<Open | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const { retry, loading } = context.locale.messages();

  const load = async () => {
    const response = await context.api.own('views', {});
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
    setViews(((await response.json()) as SavedViews).data);
  };
  const loadAgain = () => {
    setViews(undefined);
    load().catch(() => setViews('failed'));
  };
  useEffect(loadAgain, []);

  /** Sends a change and shows the list again; a refusal is shown below the form. */
  const send = async (
    path: string,
    method: string,
    body?: SavedViewChange,
  ): Promise<SavedView | undefined> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const response = await context.api.own(`views${path}`, { method, ...(body && { body }) });
      if (!response.ok) {
        const taken = response.status === 409 && body?.name !== undefined;
        const { details } = await response.json().catch(() => ({}));
        setProblem(taken ? (details ? messages.nameTaken : messages.viewLimit) : messages.viewFailed);
        return undefined;
      }
      const saved: SavedView | undefined = response.status === 204 ? undefined : await response.json();
      await load();
      setOpen(undefined);
      if (saved) announce(messages.viewSaved);
      return saved;
    } catch {
      setProblem(messages.viewFailed);
      return undefined;
    } finally {
      setBusy(false);
    }
  };

  const apply = (view: SavedView | undefined) => {
    close();
    context.viewId = view?.id;
    void page.setState(view?.state ?? {}, 'viewer');
    if (view?.isIncomplete) setTimeout(showNotice(messages.viewIncomplete(view)), NOTICE_MS);
  };
  const save = async (name: string) => {
    const saved = await send('', 'POST', { name, state: savedState(context, page) });
    if (saved) context.viewId = saved.id;
  };
  const change = (view: SavedView, body: SavedViewChange) => send(`/${view.id}`, 'PATCH', body);
  const show = (next?: Open) => {
    setProblem(undefined);
    setOpen(next);
  };
  const nameForm = (name: string, onSave: (name: string) => void, back?: Open) => (
    <NameForm messages={messages} name={name} busy={busy} onSave={onSave} onCancel={() => show(back)} />
  );

  const item = (label: string, onClick: () => void) => (
    <button type="button" class="ui-menu-item" onClick={onClick}>
      {label}
    </button>
  );
  const row = (view: SavedView) => {
    const mine = open?.view?.id === view.id ? open.what : undefined;
    const actions = { what: 'actions', view } as const;
    return (
      <li key={view.id}>
        <div class="inlay-view-row">
          <ViewButton
            name={view.name}
            chosen={context.viewId === view.id}
            badge={view.isDefault ? messages.defaultView : undefined}
            onClick={() => apply(view)}
          />
          <IconButton
            icon="more"
            label={messages.actions({ name: view.name })}
            pressed={mine !== undefined}
            onClick={() => show(mine === 'actions' ? undefined : actions)}
          />
        </div>
        {mine === 'actions' ? (
          <div class="inlay-view-form">
            {item(messages.updateView, () => void change(view, { state: savedState(context, page) }))}
            {item(messages.renameView, () => show({ what: 'name', view }))}
            {item(
              view.isDefault ? messages.noDefault : messages.makeDefault,
              () => void change(view, { isDefault: !view.isDefault }),
            )}
            {item(messages.deleteView, () => show({ what: 'delete', view }))}
          </div>
        ) : null}
        {mine === 'name' ? nameForm(view.name, (name) => void change(view, { name }), actions) : null}
        {mine === 'delete' ? (
          <div class="inlay-view-form" role="alertdialog" aria-label={messages.deleteViewAsk(view)}>
            <p>{messages.deleteViewAsk(view)}</p>
            <div class="inlay-view-row">
              <Button variant="danger" onClick={() => void send(`/${view.id}`, 'DELETE')}>
                {messages.deleteView.replace('…', '')}
              </Button>
              <Button onClick={() => show(actions)}>{messages.cancel}</Button>
            </div>
          </div>
        ) : null}
      </li>
    );
  };

  return (
    <div class="inlay-panel inlay-view-panel" aria-busy={busy || views === undefined}>
      <ul>
        <li class="inlay-view-row">
          <ViewButton
            name={messages.authorView}
            chosen={context.viewId === undefined}
            onClick={() => apply(undefined)}
          />
        </li>
        {Array.isArray(views) ? views.map(row) : null}
      </ul>
      {views === undefined ? <p>{loading}…</p> : null}
      {views === 'failed' ? (
        <div class="inlay-view-form" role="status">
          <p>{messages.viewsFailed}</p>
          <Button onClick={loadAgain}>{retry}</Button>
        </div>
      ) : null}
      {Array.isArray(views) && views.length === 0 ? <p>{messages.noViews}</p> : null}
      {problem === undefined ? null : (
        <p class="ui-field-error" role="alert">
          {problem}
        </p>
      )}
      {open && !open.view ? (
        nameForm('', (name) => void save(name))
      ) : (
        <Button onClick={() => show({ what: 'name' })}>{messages.saveView}</Button>
      )}
    </div>
  );
}

/** Without the host page's filters on columns, which the viewer cannot see or change. */
function savedState({ page: { filters } }: PageContext, page: OpenPage): ViewState {
  const { filters: all = {}, ...state } = page.getState();
  const own = filters.flatMap(({ id }) => (all[id] === undefined ? [] : [[id, all[id]] as const]));
  return { ...state, filters: Object.fromEntries(own) };
}

interface ViewButtonProps {
  readonly name: string;
  readonly chosen: boolean;
  readonly badge?: string | undefined;
  readonly onClick: () => void;
}

function ViewButton({ name, chosen, badge, onClick }: ViewButtonProps): VNode {
  return (
    <button type="button" class="ui-menu-item" aria-current={chosen ? 'true' : undefined} onClick={onClick}>
      <span dir="auto">{name}</span>
      {badge === undefined ? null : <small>{badge}</small>}
    </button>
  );
}

interface NameFormProps {
  readonly messages: ViewsMessages;
  readonly name: string;
  readonly busy: boolean;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

/** At once, so that no key is lost. */
const focus = (input: HTMLInputElement | null) => input?.focus();

function NameForm({ messages, name: before, busy, onSave, onCancel }: NameFormProps): VNode {
  const [name, setName] = useState(before);
  return (
    <form
      class="inlay-view-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !busy) onSave(name.trim());
      }}
    >
      <input
        class="ui-input"
        aria-label={messages.viewName}
        placeholder={messages.viewName}
        maxLength={128}
        value={name}
        ref={focus}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <div class="inlay-view-row">
        <Button type="submit" variant="primary" disabled={name.trim() === '' || busy}>
          {messages.save}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
      </div>
    </form>
  );
}
