import type { ProviderKind } from '@inlay/protocol/identity-provider';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { newNamedCondition } from '@inlay/ui/conditions/condition';
import { ConditionEditor } from '@inlay/ui/conditions/condition-editor';
import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { FieldProps } from '@inlay/ui/form/use-form';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';

interface ClaimRule {
  /** Null for everybody. */
  readonly when: VisibilityRule | null;
}

type ClaimRulesProps<Rule extends ClaimRule> = FieldProps<readonly Rule[] | undefined> & {
  readonly hint: string;
  /** Of the button. */
  readonly add: string;
  /** A new rule with this condition; undefined if there is nothing to give. */
  readonly first: ((when: VisibilityRule) => Rule) | undefined;
  readonly kind: ProviderKind;
  /** What conditions of this provider are usually about. */
  readonly claim: string;
  readonly problems: readonly FieldProblem[];
  /** The choice of what a rule gives. */
  readonly given: (rule: Rule, change: (given: Omit<Rule, 'when'>) => void) => ComponentChildren;
};

/** Rules that give something to people whose claims match, in their order. */
export function ClaimRules<Rule extends ClaimRule>(props: ClaimRulesProps<Rule>): VNode {
  const {
    id,
    name,
    label,
    value: rules = [],
    error,
    hint,
    add,
    first,
    kind,
    claim,
    problems,
    given,
    onChange,
  } = props;
  const t = useMessages('providers').mapping;
  const conditions = useMessages('conditions');
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (rule) onChange(rules.toSpliced(from, 1).toSpliced(to, 0, rule));
  };
  return (
    <fieldset class="claim-rules" id={id}>
      <legend class="ui-field-label">{label}</legend>
      {rules.length > 0 && <span class="ui-field-hint">{hint}</span>}
      {rules.map((rule, index) => {
        const replace = (next: Rule) => onChange(rules.with(index, next));
        return (
          <fieldset key={index} class="rule" aria-label={`${label}, ${t.rule({ place: index + 1 })}`}>
            <div class="rule-head">
              <p class="ui-field-hint">{rule.when ? t.onlyIf[kind] : t.everybody}</p>
              <div class="ui-condition-tools">
                {rules.length > 1 && (
                  <>
                    <IconButton
                      icon="up"
                      label={conditions.moveUp}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <IconButton
                      icon="down"
                      label={conditions.moveDown}
                      disabled={index === rules.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                  </>
                )}
                <IconButton
                  icon="close"
                  label={t.removeRule}
                  onClick={() => onChange(rules.toSpliced(index, 1))}
                />
              </div>
            </div>
            <ConditionEditor
              texts={{ ...conditions, attribute: t.claim[kind] }}
              named={claim}
              rule={rule.when ?? undefined}
              path={`/${name}/${index}/when`}
              problems={problems}
              // Without columns, every condition is about a claim.
              onChange={(when) => replace({ ...rule, when: (when as VisibilityRule | undefined) ?? null })}
            />
            {given(rule, (change) => replace({ ...rule, ...change }))}
          </fieldset>
        );
      })}
      {error && <span class="ui-field-error">{error}</span>}
      {first && (
        <div>
          <Button onClick={() => onChange([...rules, first(newNamedCondition(claim))])}>{add}</Button>
        </div>
      )}
    </fieldset>
  );
}
