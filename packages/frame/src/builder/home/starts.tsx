import { Icon } from '@inlay/ui/icon';
import type { VNode } from 'preact';
import type { Builder } from '../builder.ts';
import { Thumbnail } from './thumbnail.tsx';

const MOST = 4;

interface StartsProps {
  readonly builder: Builder;
  readonly onEmpty: () => void;
}

/** Something to begin from: nothing at all, or one of the app's templates. */
export function Starts({ builder, onEmpty }: StartsProps): VNode | null {
  const words = builder.words.value;
  const { templates, dashboards } = builder.answer.value;
  const offered = builder.allows('templates')
    ? templates.flatMap((id) => dashboards.find((each) => each.id === id) ?? []).slice(0, MOST)
    : [];
  if (offered.length === 0) return null;
  return (
    <section class="bld-starts" aria-label={words.startFrom}>
      <h2>{words.startFrom}</h2>
      <ul>
        <li>
          <button type="button" class="bld-start" onClick={onEmpty}>
            <span class="bld-start-picture">
              <Icon name="add" />
            </span>
            <span>{words.emptyCanvas}</span>
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
                  builder.create({ from: template.id, title: builder.titleOf(template) }),
                )
              }
            >
              <span class="bld-start-picture">
                <Thumbnail dashboard={template} />
              </span>
              <span dir="auto">{builder.titleOf(template)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
