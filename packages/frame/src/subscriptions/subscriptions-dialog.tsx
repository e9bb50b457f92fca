import './subscriptions.css';
import type { MessagePreview, Subscription } from '@inlay/content/subscription';
import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { UiTextsContext } from '@inlay/ui/ui-texts';
import type { VNode } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PageContext } from '../page/page-context.ts';
import { canSend, draftOf, EMAIL, newDraft } from './data/draft.ts';
import type { OpenForm } from './data/open-form.ts';
import { isOneTile } from './data/sent-content.ts';
import type { SubscriptionUi } from './data/subscription-ui.ts';
import { createSubscriptionsApi } from './data/subscriptions-api.ts';
import { type LoadedSubscriptions, useSubscriptions } from './data/use-subscriptions.ts';
import { SubscriptionForm } from './form/subscription-form.tsx';
import { focusButton } from './list/focus-button.ts';
import { SubscriptionList } from './list/subscription-list.tsx';
import { usePlacedDialog } from './place-dialog.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { describeSubscription } from './words/describe-subscription.ts';

interface SubscriptionsDialogProps {
  readonly context: PageContext;
  readonly messages: SubscriptionsMessages;
  readonly near: Element;
  readonly tileId: string;
  readonly onClose: () => void;
}

const FIELDS = '.ui-dialog-body :is(input, select):not([type=radio], [type=checkbox])';

/** The viewer's reports and alerts: a list, a form, and a preview of what the form sends. */
export function SubscriptionsDialog(props: SubscriptionsDialogProps): VNode {
  const { context, messages, near, tileId, onClose } = props;
  const api = useMemo(() => createSubscriptionsApi(context), []);
  const { loaded, reload, refresh, follow } = useSubscriptions(api);
  const [form, setForm] = useState<OpenForm | undefined>();
  const [preview, setPreview] = useState<MessagePreview | undefined>();
  const [status, setStatus] = useState('');
  /** What would lose unsaved input. */
  const [asking, setAsking] = useState<'close' | 'back' | undefined>();
  const isLeaving = useRef(false);
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  usePlacedDialog(box, near, context);

  const isDirty = form !== undefined && (form.takesView !== !form.subscription || !isSame(form));
  const screen = preview ? 'preview' : form ? 'form' : 'list';
  useEffect(() => {
    const field = screen === 'form' ? box.current?.querySelector<HTMLElement>(FIELDS) : null;
    (field ?? heading.current)?.focus();
  }, [screen]);

  const leave = () => {
    setAsking(undefined);
    setForm(undefined);
  };
  const close = () => {
    if (isDirty) setAsking('close');
    else box.current?.close();
  };
  const back = () => {
    if (preview) setPreview(undefined);
    else if (isDirty) setAsking('back');
    else leave();
  };
  const discard = () => {
    if (asking === 'back') return leave();
    isLeaving.current = true;
    box.current?.close();
  };
  const open = (ready: LoadedSubscriptions, subscription?: Subscription) => {
    const draft = subscription
      ? draftOf(subscription, ready.options)
      : newDraft(ready.options, isOneTile(context) ? '' : tileId);
    setStatus('');
    setForm({ ...(subscription && { subscription }), draft, initial: draft, takesView: !subscription });
  };
  const ready = typeof loaded === 'object' ? loaded : undefined;
  // A viewer without subscriptions has come to make one: no empty list in between.
  useLayoutEffect(() => {
    if (!ready) return;
    const { mine, all = mine, options } = ready;
    if (all.length === 0 && options.isAvailable && canSend(options)) open(ready);
  }, [ready !== undefined]);
  const lang = context.locale.lang();
  const { loading, noMatches: nothingFound, retry } = context.locale.messages();
  const { close: closeLabel, cancel } = messages;

  const bodyOf = (shown: LoadedSubscriptions): VNode => {
    const { options, content } = shown;
    const ui: SubscriptionUi = { context, api, messages, lang, options, content };
    if (!form)
      return (
        <SubscriptionList
          ui={ui}
          loaded={shown}
          onNew={() => open(shown)}
          onEdit={(subscription) => open(shown, subscription)}
          onChanged={async (text) => {
            await refresh();
            setStatus(text);
            // The button that was pressed may be gone.
            if (!box.current?.contains(document.activeElement)) heading.current?.focus();
          }}
          onTested={async (subscription) => {
            const tested = await follow(subscription);
            const last = tested && describeSubscription(ui, tested).last;
            // What failed is said, in red, in its place in the list.
            if (last) setStatus(last.isBad ? '' : last.text);
          }}
        />
      );
    return (
      <>
        {preview && <PreviewFrame preview={preview} messages={messages} isEmail={form.draft.to === EMAIL} />}
        <div hidden={preview !== undefined}>
          <SubscriptionForm
            ui={ui}
            form={form}
            onChange={setForm}
            onCancel={back}
            onPreview={setPreview}
            onSaved={async () => {
              leave();
              await refresh();
              setStatus(messages.saved);
            }}
          />
        </div>
      </>
    );
  };

  return (
    <UiTextsContext.Provider value={{ close: closeLabel, cancel, loading, nothingFound }}>
      <dialog
        ref={box}
        class="ui-dialog inlay-subscriptions"
        aria-labelledby={id}
        onCancel={(event) => {
          if (event.target !== event.currentTarget || !isDirty) return;
          event.preventDefault();
          setAsking('close');
        }}
        // Browsers close a dialog at the second Escape whatever the page says: with unsaved input, it opens again.
        onClose={() => (isDirty && !isLeaving.current ? box.current?.showModal() : onClose())}
      >
        <header class="ui-dialog-head">
          {form && <IconButton icon="back" label={messages.back} onClick={back} />}
          <h2 id={id} ref={heading} tabIndex={-1}>
            {titleOfScreen(messages, form, preview)}
          </h2>
          <IconButton icon="close" label={closeLabel} onClick={close} />
        </header>
        <div class="ui-dialog-body" aria-busy={loaded === undefined}>
          {asking && (
            <div
              class="inlay-subscriptions-ask"
              role="alertdialog"
              aria-label={messages.discardAsk}
              ref={focusButton}
            >
              <p>{messages.discardAsk}</p>
              <div class="ui-dialog-actions">
                <Button onClick={() => setAsking(undefined)}>{messages.keep}</Button>
                <Button variant="danger" onClick={discard}>
                  {messages.discard}
                </Button>
              </div>
            </div>
          )}
          <p role="status" class="inlay-subscriptions-status">
            {status}
          </p>
          {loaded === undefined && <p role="status">{loading}…</p>}
          {loaded === 'failed' && (
            <div class="inlay-subscriptions-failed" role="alert">
              <p>{messages.loadFailed}</p>
              <Button onClick={reload}>{retry}</Button>
            </div>
          )}
          {ready && bodyOf(ready)}
        </div>
      </dialog>
    </UiTextsContext.Provider>
  );
}

const isSame = ({ draft, initial }: OpenForm) => JSON.stringify(draft) === JSON.stringify(initial);

function titleOfScreen(
  messages: SubscriptionsMessages,
  form: OpenForm | undefined,
  preview: MessagePreview | undefined,
): string {
  if (preview) return messages.preview;
  if (!form) return messages.title;
  return form.subscription ? messages.edit : messages.new;
}
