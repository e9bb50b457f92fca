import type { StoryContent } from '@inlay/content/story';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Badge } from '@inlay/ui/layout/badge';
import { Notice } from '@inlay/ui/layout/notice';
import { Section } from '@inlay/ui/layout/section';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { useMessages } from '../../messages.ts';
import { type PreviewAs, ViewerPicker } from '../content/preview-as.tsx';
import { currentTitle } from './text/current-title.ts';
import { operandLabel } from './text/text-chips.ts';
import type { TextContext } from './text/text-context.ts';
import { type CheckedViewer, useTextCheck } from './use-text-check.ts';

interface ViewersPanelProps {
  readonly appId: string;
  readonly story: StoryContent;
  readonly as: PreviewAs;
  readonly context: Omit<TextContext, 'values'>;
  readonly onChoose: (step: string) => void;
}

/** Chosen viewers, and for each the sentences that have no value. */
export function ViewersPanel({ appId, story, as, context, onChoose }: ViewersPanelProps): VNode {
  const t = useMessages('content').stories.viewers;
  const { viewers, add, remove, check, isChecking, isStale, failure } = useTextCheck(appId, story);
  const [isAdding, setAdding] = useState(false);
  const count = viewers.reduce((sum, { checked }) => sum + (checked ? checked.missing.length : 0), 0);
  const isChecked = viewers.some(({ checked }) => checked !== undefined);
  const open = (step: string, viewer: Schemas['UserContext']) => {
    onChoose(step);
    as.show(viewer);
  };
  return (
    <Section title={t.title} count={viewers.length}>
      <div class="ui-stack-tight">
        <p class="ui-field-hint">{t.hint}</p>
        {viewers.length > 0 && (
          <ul class="ui-stack-tight viewer-checks" aria-label={t.title}>
            {viewers.map((viewer) => (
              <li key={viewer.key} class="control-card viewer-check">
                <button
                  type="button"
                  class="viewer-name"
                  aria-pressed={as.context === viewer.context}
                  onClick={() => as.show(viewer.context)}
                >
                  <strong dir="auto">{viewer.name}</strong>
                </button>
                <IconButton
                  icon="close"
                  label={t.remove({ viewer: viewer.name })}
                  onClick={() => remove(viewer.key)}
                />
                {viewer.checked && (
                  <Findings
                    checked={viewer.checked}
                    story={story}
                    context={context}
                    onOpen={(step) => open(step, viewer.context)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        <div class="ui-row">
          <Button icon="add" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
          {viewers.length > 0 && (
            <Button variant={isStale ? 'primary' : 'secondary'} busy={isChecking} onClick={check}>
              {isChecked ? t.again : t.check}
            </Button>
          )}
        </div>
        <p class="ui-field-hint" role="status">
          {isChecking ? t.checking : isChecked && (isStale ? t.stale : t.found({ count }))}
        </p>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        {isAdding && (
          <Dialog title={t.add} side onClose={() => setAdding(false)}>
            <p class="ui-muted">{t.addHint}</p>
            <ViewerPicker
              appId={appId}
              action={t.add}
              onShow={(viewer) => {
                add(viewer);
                setAdding(false);
              }}
            />
          </Dialog>
        )}
      </div>
    </Section>
  );
}

interface FindingsProps {
  readonly checked: CheckedViewer;
  readonly story: StoryContent;
  readonly context: ViewersPanelProps['context'];
  readonly onOpen: (step: string) => void;
}

/** What a viewer does not read. Each entry opens its step as that viewer. */
function Findings({ checked, story, context, onOpen }: FindingsProps): VNode {
  const stories = useMessages('content').stories;
  const t = stories.viewers;
  const { hidden, hiddenSteps, missing } = checked;
  if (hidden !== null)
    return (
      <p class="viewer-findings ui-small">
        <Badge tone="warning">{t.hidden}</Badge> {hidden}
      </p>
    );
  const nameOf = (id: string) => {
    const at = story.steps.findIndex((step) => step.id === id);
    const { title = '', values = {} } = story.steps[at] ?? {};
    const read = currentTitle(title, { ...context, values }) || stories.steps.untitled;
    return t.step({ number: at + 1, title: read });
  };
  const lines = [
    ...missing.map(({ step: id, text, value, reason }) => {
      const values = story.steps.find((step) => step.id === id)?.values ?? {};
      const label = operandLabel(value, { ...context, values }, stories);
      return { id, line: t.missing({ text: stories.step[text], value: label, reason: t.reasons[reason] }) };
    }),
    ...hiddenSteps.map(({ step, reason }) => ({ id: step, line: t.stepHidden({ reason }) })),
  ];
  if (lines.length === 0)
    return (
      <p class="viewer-findings ui-small">
        <Badge tone="good">{t.complete}</Badge>
      </p>
    );
  return (
    <ul class="viewer-findings">
      {[...Map.groupBy(lines, ({ id }) => id)].map(([id, found]) => (
        <li key={id}>
          <button type="button" class="viewer-finding" onClick={() => onOpen(id)}>
            <span>{nameOf(id)}</span>
            {found.map(({ line }) => (
              <span key={line} class="ui-muted ui-small">
                {line}
              </span>
            ))}
          </button>
        </li>
      ))}
    </ul>
  );
}
