import type { FieldRef } from '../model/change-fields.ts';

const TYPE = 'application/x-inlay-field';

/** Starts dragging a field from the list or a chip from a field well. */
export function dragField(event: DragEvent, field: FieldRef): void {
  event.dataTransfer?.setData(TYPE, JSON.stringify(field));
  event.dataTransfer?.setData('text/plain', field.name);
  if (event.dataTransfer) event.dataTransfer.effectAllowed = 'copyMove';
}

export const isDragged = (event: DragEvent): boolean => event.dataTransfer?.types.includes(TYPE) ?? false;

/** The dropped field; undefined for anything that this page did not drag. */
export function droppedField(event: DragEvent): FieldRef | undefined {
  try {
    const { role, name } = JSON.parse(event.dataTransfer?.getData(TYPE) ?? '') as FieldRef;
    return typeof name === 'string' && (role === 'measure' || role === 'dimension')
      ? { role, name }
      : undefined;
  } catch {
    return undefined;
  }
}
