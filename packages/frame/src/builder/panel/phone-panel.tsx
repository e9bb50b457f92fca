import type { VNode } from 'preact';
import { movePhoneItem, phoneOrder } from '../layout/phone-order.ts';
import { ToolButton } from '../parts/tool-button.tsx';
import type { Workbench } from '../workbench.ts';

/** The order on a narrow screen: derived from the wide one until somebody adjusts it. */
export function PhonePanel({ bench }: { readonly bench: Workbench }): VNode {
  const { builder, opened, commands } = bench;
  const words = builder.words.value;
  const { items, phone } = opened.editor.content.value;
  const set = (next: readonly string[] | undefined) =>
    opened.editor.change(({ phone: _, ...content }) => ({ ...content, ...(next && { phone: next }) }));
  const order = phoneOrder(items, phone);
  return (
    <>
      <p class="bld-hint">{words.phoneHint}</p>
      <ol class="bld-phone">
        {order.map((id, index) => {
          const item = items.find((each) => each.id === id);
          if (!item) return null;
          const name = commands.nameOf(item);
          return (
            <li key={id}>
              <span dir="auto">{name}</span>
              <ToolButton
                glyph="up"
                label={`${words.earlier}: ${name}`}
                disabled={index === 0}
                onPress={() => set(movePhoneItem(items, phone, id, -1))}
              />
              <ToolButton
                glyph="down"
                label={`${words.later}: ${name}`}
                disabled={index === order.length - 1}
                onPress={() => set(movePhoneItem(items, phone, id, 1))}
              />
            </li>
          );
        })}
      </ol>
      {phone ? (
        <button type="button" class="ui-button bld-full" onClick={() => set(undefined)}>
          {words.phoneReset}
        </button>
      ) : null}
    </>
  );
}
