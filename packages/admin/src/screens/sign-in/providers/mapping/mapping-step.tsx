import { ALL_ADMIN_ROLES } from '@inlay/protocol/admin-role';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { Select } from '@inlay/ui/controls/select';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useNamed } from '../../../../api/named.ts';
import { useMessages } from '../../../../messages.ts';
import { workspaceChoices } from '../../../../parts/form/workspace-choices.ts';
import type { SharedForm } from '../form/shared-form.ts';
import type { Preset } from '../presets.ts';
import { StepCard } from '../step-card.tsx';
import { ClaimRules } from './claim-rules.tsx';

interface MappingStepProps {
  readonly form: SharedForm;
  readonly preset: Preset;
}

/** What people get from their claims, at every sign-in. */
export function MappingStep({ form, preset: { kind, claim } }: MappingStepProps): VNode {
  const t = useMessages('providers').mapping;
  const { roles } = useMessages('people').users;
  const groups = useNamed('groups');
  const workspaces = useNamed('workspaces');
  const [workspace] = workspaces;
  const shared = { kind, claim, problems: form.problems };
  const groupField = form.field('groups', { label: t.groups });
  return (
    <StepCard step={4} title={t.title} text={t.text[kind]}>
      <ClaimRules
        {...shared}
        {...form.field('roles', { label: t.role })}
        hint={t.roleHint}
        add={t.addRole}
        first={(when) => ({ when, role: 'content-author' as const })}
        given={({ when, role }, change) => (
          <>
            <Select
              label={t.role}
              value={role ?? ''}
              options={[
                { value: '', label: roles.none },
                ...ALL_ADMIN_ROLES.map((value) => ({ value, label: roles[value] })),
              ]}
              onChange={(chosen) => change({ role: ALL_ADMIN_ROLES.find((each) => each === chosen) ?? null })}
            />
            {!when && role && <Notice tone="warning">{t.roleEverybody}</Notice>}
          </>
        )}
      />
      <ClaimRules
        {...shared}
        {...groupField}
        hint={t.groupsHint}
        add={t.addGroups}
        first={groups.length > 0 ? (when) => ({ when, groups: [] }) : undefined}
        given={({ groups: given }, change) => (
          <ChoiceField
            label={t.groups}
            value={given}
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(chosen) => change({ groups: chosen })}
          />
        )}
      />
      {groups.length === 0 && <p class="ui-small ui-muted">{t.noGroups}</p>}
      <ClaimRules
        {...shared}
        {...form.field('workspaces', { label: t.workspace })}
        hint={t.workspaceHint}
        add={t.addWorkspace}
        first={workspace && ((when) => ({ when, workspaceId: workspace.id }))}
        given={({ workspaceId }, change) => (
          <Select
            label={t.workspace}
            value={workspaceId}
            options={workspaceChoices(workspaces, workspaceId)}
            onChange={(chosen) => change({ workspaceId: chosen })}
          />
        )}
      />
    </StepCard>
  );
}
