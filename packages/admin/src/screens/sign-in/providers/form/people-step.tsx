import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { Notice } from '@inlay/ui/layout/notice';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import type { Preset } from '../presets.ts';
import { StepCard } from '../step-card.tsx';
import type { SharedForm } from './shared-form.ts';

interface PeopleStepProps {
  readonly form: SharedForm;
  readonly preset: Preset;
  /** Settings that other protocols lack. */
  readonly children?: ComponentChildren;
}

/** Who gets in for the first time. Both ways give accounts to people whom the provider vouches for. */
export function PeopleStep({ form, preset, children }: PeopleStepProps): VNode {
  const t = useMessages('providers').people;
  const { createUsers = false, linkByEmail = false } = form.values;
  return (
    <StepCard step={3} title={t.title} text={t.text}>
      <Checkbox {...form.field('createUsers')} label={t.create} hint={t.createHint} />
      {createUsers && (
        <>
          <Notice tone="warning">{preset.key === 'google' ? t.createGoogle : t.createWarning}</Notice>
          <TextField
            {...form.field('usernameClaim', { label: t.usernameClaim[preset.kind] })}
            hint={t.usernameHint[preset.kind]}
            mono
          />
        </>
      )}
      <Checkbox {...form.field('linkByEmail')} label={t.link} hint={t.linkHint[preset.kind]} />
      {linkByEmail && (
        <Notice tone="warning">{preset.key === 'entra' ? t.linkEntra : t.linkWarning[preset.kind]}</Notice>
      )}
      {!createUsers && !linkByEmail && <Notice tone="neutral">{t.nobody}</Notice>}
      {children}
    </StepCard>
  );
}
