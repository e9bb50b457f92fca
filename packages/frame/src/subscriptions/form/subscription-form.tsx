import type { AlertFields } from '@inlay/content/page-state';
import type { NewSubscription, Subscription } from '@inlay/content/subscription';
import type { ViewState } from '@inlay/content/view-state';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Segments } from '@inlay/ui/controls/segments';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { checkDraft, type DraftErrors, placeProblems } from '../data/check-draft.ts';
import { currentView } from '../data/current-view.ts';
import { type Draft, formatsFor, frequencyFor, toWire } from '../data/draft.ts';
import type { OpenForm } from '../data/open-form.ts';
import { refusalText } from '../data/refusal-text.ts';
import { alertFieldsIn, contentKind, isOneTile, tileOf, titleOf } from '../data/sent-content.ts';
import type { SubscriptionUi } from '../data/subscription-ui.ts';
import { type ReportPreview, SubscriptionRefusal } from '../data/subscriptions-api.ts';
import { filtersText } from '../words/filters-text.ts';
import { AlertFieldset } from './alert-fieldset.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { SubscriptionSummary } from './subscription-summary.tsx';

interface SubscriptionFormProps {
  readonly ui: SubscriptionUi;
  readonly form: OpenForm;
  readonly onChange: (form: OpenForm) => void;
  readonly onCancel: () => void;
  readonly onPreview: (preview: ReportPreview) => void;
  readonly onSaved: () => Promise<void>;
}

export function SubscriptionForm(props: SubscriptionFormProps): VNode {
  const { ui, form, onChange, onCancel, onPreview, onSaved } = props;
  const { context, api, messages, lang, options } = ui;
  const { subscription, takesView } = form;
  const [errors, setErrors] = useState<DraftErrors>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState<'save' | 'preview' | undefined>();
  const [refusals, setRefusals] = useState(0);
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (refusals > 0) focusInvalid(box.current);
  }, [refusals]);

  const isAlert = form.draft.kind === 'alert';
  const { tiles } = context.page;
  const oneTile = isOneTile(context);
  const able = options.canAlert ? tiles.filter(({ alertFields }) => alertFields) : [];
  const isAble = (id: string) => able.some((tile) => tile.id === id);
  const { tileId: chosen } = form.draft;
  // A new alert is about one tile, also where everything is chosen for reports.
  const tileId = isAlert && !subscription && !isAble(chosen) ? (able[0]?.id ?? '') : chosen;
  const view = takesView ? currentView(context, tileId || undefined) : savedView(subscription);
  const state = view.state ?? {};
  const fields = alertFieldsIn(context, tileOf(context, tileId), state);
  const draft = fitDraft(form.draft, { ui, fields, isTile: oneTile || tileId !== '' });
  const title = titleOf(context, tileId || null);
  const wire = toWire(draft, title);
  const body: NewSubscription = { ...wire, ...(tileId !== '' && { tileId }), ...view };

  const change = (more: Partial<Draft>) => {
    const isSettled = (field: string) => field in more || (field in ALERT && more.alert !== undefined);
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !isSettled(field))));
    onChange({ ...form, draft: { ...form.draft, ...more } });
  };

  const refuse = (found: DraftErrors, text = '') => {
    setErrors(found);
    setProblem(text);
    setRefusals(refusals + 1);
  };
  const attempt = async (kind: 'save' | 'preview', work: () => Promise<void>) => {
    if (busy) return;
    const found = checkDraft(draft, options, messages, lang);
    if (Object.keys(found).length > 0) return refuse(found);
    setBusy(kind);
    setProblem('');
    try {
      await work();
    } catch (error) {
      const problems = error instanceof SubscriptionRefusal ? error.problems : [];
      const placed = placeProblems(problems, messages.refused);
      const hasPlace = Object.keys(placed.errors).length > 0;
      refuse(placed.errors, placed.others.join(' ') || (hasPlace ? '' : refusalText(error, messages.failed)));
    }
    setBusy(undefined);
  };
  const save = () =>
    attempt('save', async () => {
      if (subscription) await api.change(subscription.id, { ...wire, ...(takesView && view) });
      else await api.create(body);
      await onSaved();
    });
  const preview = () => attempt('preview', async () => onPreview(await api.preview(body)));

  const shownFilters = filtersText(context, state);
  return (
    <form
      ref={box}
      class="inlay-subscriptions-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {!subscription && able.length > 0 && (
        <Segments
          label={messages.kind}
          value={draft.kind}
          options={[
            { value: 'report', label: messages.report },
            { value: 'alert', label: messages.alert },
          ]}
          onChange={(kind) =>
            change({ kind, every: frequencyFor(kind, kind === 'alert' ? 'day' : 'week', options) })
          }
        />
      )}
      {!subscription && !oneTile && (
        <Select
          label={messages.what}
          value={tileId}
          options={[
            ...(isAlert ? [] : [{ value: '', label: messages.whole({ kind: wholeKind(context) }) }]),
            ...(isAlert ? able : tiles).map(({ id }) => ({ value: id, label: titleOf(context, id) })),
          ]}
          error={errors.what}
          onChange={(id) => change({ tileId: id })}
        />
      )}
      {isAlert && (
        <AlertFieldset
          ui={ui}
          alert={draft.alert}
          fields={fields}
          errors={errors}
          body={body}
          onChange={(alert) => change({ alert })}
        />
      )}
      <ScheduleFields ui={ui} draft={draft} errors={errors} onChange={change} />
      <DeliveryFields
        ui={ui}
        draft={draft}
        errors={errors}
        isTile={oneTile || tileId !== ''}
        onChange={change}
      />
      <TextField
        label={messages.name}
        value={draft.title}
        placeholder={title}
        maxLength={256}
        error={errors.title}
        onChange={(text) => change({ title: text })}
      />
      {subscription && (
        <Checkbox
          label={useCurrentText(ui, tileId)}
          checked={takesView}
          onChange={(checked) => onChange({ ...form, takesView: checked })}
        />
      )}
      <SubscriptionSummary
        ui={ui}
        body={{ ...body, title: wire.title }}
        alertFields={fields}
        filters={
          shownFilters === undefined
            ? messages.noFilters
            : (takesView ? messages.withFilters : messages.savedFilters)({ filters: shownFilters })
        }
      />
      {problem !== '' && (
        <p class="ui-field-error" role="alert">
          {problem}
        </p>
      )}
      <div class="inlay-subscriptions-foot">
        <Button onClick={() => void preview()} busy={busy === 'preview'}>
          {messages.preview}
        </Button>
        <Button onClick={onCancel}>{messages.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy === 'save'}>
          {messages.save}
        </Button>
      </div>
    </form>
  );
}

/** Their errors disappear when the alert changes. */
const ALERT = { measure: true, condition: true, limit: true, normalAt: true, amount: true, by: true };

const savedView = (subscription: Subscription | undefined): { readonly state?: ViewState } =>
  subscription ? { state: subscription.state } : {};

interface Fit {
  readonly ui: SubscriptionUi;
  readonly fields: AlertFields | undefined;
  readonly isTile: boolean;
}

/** What was chosen for other content stays, but is not sent: another tile may not have the measure or the format. */
function fitDraft(draft: Draft, { ui: { options }, fields, isTile }: Fit): Draft {
  const formats = formatsFor(draft, options, isTile);
  const { alert } = draft;
  const has = (list: readonly { readonly name: string }[] = [], wanted: string) =>
    list.some(({ name }) => name === wanted);
  return {
    ...draft,
    format: formats.includes(draft.format) ? draft.format : (formats[0] ?? draft.format),
    // The tile of a saved alert may be gone.
    alert: fields
      ? {
          ...alert,
          measure: has(fields.measures, alert.measure) ? alert.measure : (fields.measures[0]?.name ?? ''),
          by: has(fields.dimensions, alert.by) ? alert.by : '',
        }
      : alert,
  };
}

function wholeKind(context: SubscriptionUi['context']): 'dashboard' | 'story' | 'other' {
  const kind = contentKind(context);
  return kind === 'tile' ? 'other' : kind;
}

function useCurrentText({ context, messages }: SubscriptionUi, tileId: string): string {
  const filters = filtersText(context, currentView(context, tileId || undefined).state ?? {});
  return filters === undefined ? messages.useNone : messages.useCurrent({ filters });
}

function focusInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  const section = invalid?.closest('details');
  if (section) section.open = true;
  invalid?.focus();
}
