import type { EditorMoreMessages } from '@inlay/messages/editorMore';
import type { EditorContext } from '../editor-context.ts';
import { type TitleVariable, titleVariables } from '../model/title-variables.ts';

/** The percentages of a tile in words: `up 16%`, `down 22%`. */
export function changeVariables(
  { tile, dataset }: Pick<EditorContext, 'tile' | 'dataset'>,
  { asChange }: EditorMoreMessages,
): readonly TitleVariable[] {
  const percentages = tile.query.measures.filter(
    (name) => dataset.measures.find((measure) => measure.name === name)?.format?.kind === 'percent',
  );
  return titleVariables({ dimensions: [], measures: percentages }, dataset).map((variable, index) => ({
    ...variable,
    label: asChange({ field: variable.label }),
    placeholder: `{{ ${percentages[index]} | change }}`,
  }));
}
