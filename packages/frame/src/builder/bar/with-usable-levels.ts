import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { FilterControl } from '@inlay/protocol/filter-control';

/** A hierarchy up to the first level that the viewer cannot build with. The server decides about its first level. */
export function withUsableLevels(control: FilterControl, datasets: readonly EditorDataset[]): FilterControl {
  if (control.kind !== 'hierarchy') return control;
  const { columns = [] } = datasets.find(({ id }) => id === control.datasetId) ?? {};
  const end = control.levels.findIndex(
    (level, index) => index > 0 && !columns.some(({ name }) => name === level),
  );
  return end < 0 ? control : { ...control, levels: control.levels.slice(0, end) };
}
