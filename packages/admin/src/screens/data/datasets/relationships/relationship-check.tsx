import type { Relationship } from '@inlay/protocol/dataset';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../../../api/api.ts';
import type { Schemas } from '../../../../api/operations.ts';
import { useMessages } from '../../../../messages.ts';
import { useTask } from '../../../../parts/form/use-task.ts';
import { Rich } from '../../../../parts/text/rich.tsx';

type Check = Schemas['RelationshipCheck'];

interface RelationshipCheckProps {
  /** Of the dataset that has the relationship. */
  readonly dataset: string;
  readonly names: { readonly own: string; readonly other: string };
  readonly relationship: Relationship;
  /** Validates at once. */
  readonly auto?: boolean;
}

/** Compares a relationship with the data. */
export function RelationshipCheck({ dataset, names, relationship, auto }: RelationshipCheckProps): VNode {
  const t = useMessages('data').relationships;
  const { busy, error, run } = useTask();
  const [checked, setChecked] = useState<{ readonly key: string; readonly check: Check }>();
  const key = JSON.stringify([dataset, relationship]);
  const validate = () =>
    run(async () => {
      const path = { id: dataset };
      const body = { relationship };
      setChecked({ key, check: await api.post('/datasets/{id}/relationships/validate', { path, body }) });
    });
  useEffect(() => {
    if (auto) void validate();
  }, [auto, key]);
  const check = checked?.key === key ? checked.check : undefined;
  return (
    <div class="ui-stack-tight">
      <div>
        <Button busy={busy} onClick={validate}>
          {t.validate}
        </Button>
      </div>
      <div class="ui-stack-tight" role="status">
        {error && <Notice tone="bad">{error.message}</Notice>}
        {check && <Result check={check} names={names} />}
      </div>
    </div>
  );
}

function Result({ check, names }: { readonly check: Check } & Pick<RelationshipCheckProps, 'names'>): VNode {
  const t = useMessages('data').relationships;
  const { orphans, duplicates } = check;
  const referring = names[orphans.side];
  const referred = names[orphans.side === 'own' ? 'other' : 'own'];
  const isClean = check.valid && orphans.count + orphans.withoutKey === 0;
  return (
    <>
      {isClean && (
        <Notice tone="good" title={t.valid}>
          {t.allMatch({ count: orphans.rows, dataset: referring })}
        </Notice>
      )}
      {duplicates
        .filter(({ count }) => count > 0)
        .map(({ side, count, examples }) => (
          <Notice key={side} tone="bad" title={t.duplicates({ count, dataset: names[side] })}>
            <p>{t.duplicatesHint}</p>
            <Examples keys={examples} />
          </Notice>
        ))}
      {orphans.count > 0 && (
        <Notice
          tone="warning"
          title={t.orphans({ count: orphans.count, rows: orphans.rows, dataset: referring })}
        >
          <p>{t.orphansHint({ dataset: referred })}</p>
          <Examples keys={orphans.examples} />
        </Notice>
      )}
      {orphans.withoutKey > 0 && (
        <Notice tone="warning">{t.withoutKey({ count: orphans.withoutKey, dataset: referring })}</Notice>
      )}
    </>
  );
}

function Examples({ keys }: { readonly keys: readonly (readonly unknown[])[] }): VNode {
  const t = useMessages('data').relationships;
  const texts = keys.map((key) => key.map(String).join(' · '));
  return (
    <p class="ui-small">
      <Rich text={t.examples} parts={{ keys: <span class="ui-mono">{texts.join(', ')}</span> }} />
    </p>
  );
}
