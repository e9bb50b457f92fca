import type { VNode } from 'preact';

export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly chosen: boolean;
}

interface ChoiceListProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly many: boolean;
  readonly onChoose: (key: string, chosen: boolean) => void;
}

/** Native boxes, one or many of which are ticked: keyboard and screen reader work as everywhere. */
export function ChoiceList({ label, choices, many, onChoose }: ChoiceListProps): VNode {
  return (
    <fieldset class="ui-choices" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.key} class="ui-choice">
          <input
            type={many ? 'checkbox' : 'radio'}
            name="ui-choice"
            checked={choice.chosen}
            onChange={(event) => onChoose(choice.key, event.currentTarget.checked)}
          />
          <span dir="auto">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
