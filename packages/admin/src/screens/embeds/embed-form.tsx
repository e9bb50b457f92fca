import { type EmbedTarget, NewEmbedSchema } from '@inlay/content/embed';
import type { Page } from '@inlay/protocol/pagination';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { Combobox } from '@inlay/ui/controls/combobox';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { TypedField } from '@inlay/ui/controls/typed-field';
import { type FieldProps, useForm } from '@inlay/ui/form/use-form';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { contentOf, type ShownEmbed, type ShownItem } from '../../api/content.ts';
import { itemsOf } from '../../api/items-of.ts';
import { type Query, query } from '../../api/query.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { NextContentStep } from '../../parts/content/next-content-step.tsx';
import { DialogForm } from '../../parts/form/dialog-form.tsx';
import { IdField, withId } from '../../parts/form/id-field.tsx';
import { ThemeField } from '../themes/theme-field.tsx';
import { SubscriptionLimits } from './subscription-limits.tsx';

interface EmbedFormProps {
  readonly embed?: ShownEmbed;
  readonly target: EmbedTarget;
  readonly onDone: (embed: ShownEmbed) => void;
  readonly onCancel: () => void;
}

const LISTS = { tile: 'tiles', story: 'stories', dashboard: 'dashboards', builder: 'apps' } as const;
const KINDS = ['tile', 'story', 'dashboard', 'builder'] as const;
const HIDEABLE = ['title', 'filters', 'export', 'navigation'] as const;

const contentOfKind = (kind: EmbedTarget['kind']): Query<Page<ShownItem>> =>
  query(`/${LISTS[kind]}`, { query: { limit: 200 } });

/** Creates an embed or changes one. */
export function EmbedForm({ embed, target, onDone, onCancel }: EmbedFormProps): VNode {
  const { form: t } = useMessages('embeds');
  const { actions } = useMessages('admin');
  // The title of the content, until another one is typed.
  const [title, setTitle] = useState('');
  const path = { id: embed?.id ?? '' };
  const form = useForm({
    schema: NewEmbedSchema,
    initial: embed ? contentOf(embed) : { title, target },
    version: embed?.revision,
    save: (values, changes, version): Promise<ShownEmbed> =>
      embed
        ? api.patch('/embeds/{id}', { path, body: changes, headers: { 'if-match': `"${version}"` } })
        : api.post('/embeds', { body: withId(values, values.title) }),
    onSaved: (saved) => {
      if (embed) showToast(t.saved);
      onDone(saved);
    },
    conflicts: embed && {
      load: () => api.get('/embeds/{id}', { path }),
      read: (saved) => ({ values: contentOf(saved), version: saved.revision }),
    },
  });
  const { values } = form;
  const expires = form.field('expiresAt', { label: t.expires });
  const height = form.field('options.height', { label: t.height });
  const hide = form.field('options.hide', { label: t.hide });
  return (
    <DialogForm form={form} action={embed ? actions.save : t.create} onClose={onCancel}>
      <Target
        field={form.field('target.id', { label: values.target.kind === 'builder' ? t.app : t.content })}
        target={values.target}
        onKind={(kind) => form.set({ target: { kind, id: '' } })}
        onTitle={setTitle}
      />
      <TextField {...form.field('title', { label: t.title })} hint={t.titleHint} />
      {!embed && <IdField {...form.field('id', { label: t.id })} from={values.title} hint={t.idHint} />}
      <details class="more" open={embed !== undefined || form.problems.length > 0}>
        <summary>{t.more}</summary>
        <div class="ui-stack">
          <TextField {...form.field('alias', { label: t.alias })} mono optional hint={t.aliasHint} />
          <OriginsField {...form.field('allowedOrigins', { label: t.origins })} />
          <div class="ui-two">
            <TextField
              {...expires}
              type="datetime-local"
              optional
              hint={t.expiresHint}
              value={expires.value && localTime(expires.value)}
              onChange={(text) => expires.onChange(text && new Date(text).toISOString())}
            />
            <NumberField
              {...height}
              optional
              whole
              hint={t.heightHint}
              value={height.value ?? undefined}
              onChange={(pixels) => height.onChange(pixels ?? null)}
            />
          </div>
          <ThemeField {...form.field('theme.name')} none={t.likeApp} />
          <div class="ui-two">
            <Select
              {...form.field('theme.mode', { label: t.mode })}
              options={[
                { value: '', label: t.likeApp },
                { value: 'light', label: t.light },
                { value: 'dark', label: t.dark },
                { value: 'auto', label: t.auto },
              ]}
            />
            <TextField
              {...form.field('theme.tokens.accent', { label: t.accent })}
              mono
              optional
              hint={t.accentHint}
            />
          </div>
          <ChoiceField
            {...hide}
            options={HIDEABLE.map((part) => ({ value: part, label: t.parts[part] }))}
            onChange={(chosen) => {
              const hidden = HIDEABLE.filter((part) => chosen.includes(part));
              hide.onChange(hidden.length === 0 ? undefined : hidden);
            }}
          />
        </div>
      </details>
      <SubscriptionLimits form={form} />
      {values.target.kind === 'builder' && (
        <Checkbox {...form.field('options.personalCopies', { label: t.personalCopies })} />
      )}
    </DialogForm>
  );
}

function OriginsField(field: FieldProps<readonly string[] | undefined>): VNode {
  const { form: t } = useMessages('embeds');
  return (
    <TypedField
      {...field}
      optional
      lines={3}
      hint={t.originsHint}
      parse={(text) => {
        const origins = text.split(/\s+/).filter(Boolean);
        return origins.length === 0 ? undefined : origins;
      }}
      write={(origins: readonly string[]) => origins.join('\n')}
    />
  );
}

interface TargetProps {
  readonly field: FieldProps<string>;
  readonly target: EmbedTarget;
  readonly onKind: (kind: EmbedTarget['kind']) => void;
  readonly onTitle: (title: string) => void;
}

function Target({ field, target, onKind, onTitle }: TargetProps): VNode {
  const { form: t, kinds } = useMessages('embeds');
  const items = itemsOf(useQuery(contentOfKind(target.kind)));
  const chosen = items?.find(({ id }) => id === target.id)?.title;
  useEffect(() => {
    if (chosen !== undefined) onTitle(titleOutline(chosen));
  }, [chosen]);
  return (
    <div class="ui-two">
      <Select
        label={t.kind}
        value={target.kind}
        options={KINDS.map((kind) => ({ value: kind, label: kinds[kind] }))}
        onChange={onKind}
      />
      <Combobox
        {...field}
        placeholder={t.choose}
        options={items?.map(({ id, title, publishedVersion }) => {
          const name = titleOutline(title);
          return { value: id, label: publishedVersion === null ? t.unpublished({ title: name }) : name };
        })}
      />
      {items?.length === 0 && (
        <p class="ui-field-hint ui-span">
          <NextContentStep />
        </p>
      )}
    </div>
  );
}

/** `2026-03-31T09:30` in local time, as the browser's field needs it. */
function localTime(iso: string): string {
  const date = new Date(iso);
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

interface NewEmbedDialogProps {
  readonly target: EmbedTarget;
  readonly onClose: () => void;
  readonly onDone: (embed: ShownEmbed) => void;
}

export function NewEmbedDialog({ target, onClose, onDone }: NewEmbedDialogProps): VNode {
  const t = useMessages('embeds');
  const { data, error } = useQuery(contentOfKind(target.kind));
  // Otherwise the title of the content would appear while someone is typing another one.
  const hasTitle = target.id === '' || data !== undefined || error !== undefined;
  return (
    <Dialog title={t.create} onClose={onClose} side>
      {hasTitle ? <EmbedForm target={target} onCancel={onClose} onDone={onDone} /> : <Skeleton lines={6} />}
    </Dialog>
  );
}
