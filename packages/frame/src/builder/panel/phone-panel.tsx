import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { movePhoneItem, phoneOrder, withPhoneOrder } from '../layout/phone-order.ts';

/** The mobile order: reading order until somebody adjusts it. */
export function PhonePanel({ canvas }: { readonly canvas: CanvasContext }): VNode {
  const { builder, opened, commands } = canvas;
  const messages = builder.messages.value;
  const items = opened.editor.items.value;
  const { phone } = opened.editor.content.value;
  const set = (next: readonly string[] | undefined) =>
    opened.editor.change((content) => withPhoneOrder(content, items, next));
  const order = phoneOrder(items, phone);
  return (
    <>
      <p class="ui-field-hint">{messages.phoneHint}</p>
      <ol class="bld-phone">
        {order.map((id, index) => {
          const item = items.find((each) => each.id === id);
          if (!item) return null;
          const name = commands.nameOf(item);
          return (
            <li key={id}>
              <span dir="auto">{name}</span>
              <IconButton
                icon="up"
                label={`${messages.earlier}: ${name}`}
                disabled={index === 0}
                onClick={() => set(movePhoneItem(items, phone, id, -1))}
              />
              <IconButton
                icon="down"
                label={`${messages.later}: ${name}`}
                disabled={index === order.length - 1}
                onClick={() => set(movePhoneItem(items, phone, id, 1))}
              />
            </li>
          );
        })}
      </ol>
      {items.some(({ id }) => phone?.includes(id)) ? (
        <Button wide onClick={() => set(undefined)}>
          {messages.phoneReset}
        </Button>
      ) : null}
    </>
  );
}
