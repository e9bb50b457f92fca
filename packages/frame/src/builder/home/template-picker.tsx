import { Icon } from '@inlay/ui/controls/icon';
import type { VNode } from 'preact';
import type { Builder } from '../builder.ts';
import { Thumbnail } from './thumbnail.tsx';

const MAX_TEMPLATES = 4;

interface TemplatePickerProps {
  readonly builder: Builder;
  readonly onEmpty: () => void;
}

/** Starts a new dashboard: empty or from one of the app's templates. */
export function TemplatePicker({ builder, onEmpty }: TemplatePickerProps): VNode | null {
  const messages = builder.messages.value;
  const { templates, dashboards } = builder.data.value;
  const offered = builder.allows('templates')
    ? templates.flatMap((id) => dashboards.find((each) => each.id === id) ?? []).slice(0, MAX_TEMPLATES)
    : [];
  if (offered.length === 0) return null;
  return (
    <section class="bld-starts" aria-label={messages.startFrom}>
      <h2>{messages.startFrom}</h2>
      <ul>
        <li>
          <button type="button" class="bld-start" onClick={onEmpty}>
            <span class="bld-start-picture">
              <Icon name="add" />
            </span>
            <span>{messages.emptyCanvas}</span>
          </button>
        </li>
        {offered.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              class="bld-start"
              data-template={template.id}
              onClick={() =>
                void builder.attempt(() =>
                  builder.dashboards.create({ from: template.id, title: builder.phrases.titleOf(template) }),
                )
              }
            >
              <span class="bld-start-picture">
                <Thumbnail dashboard={template} />
              </span>
              <span dir="auto">{builder.phrases.titleOf(template)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
