import type { NamedValues } from '@inlay/protocol/narrative';
import { parseNarrative, variableOf } from '@inlay/protocol/parse-narrative';
import type { FieldProblem } from '@inlay/protocol/shape-errors';

/** A text may only show values that are bound beside it, and variables of the host page. */
export function checkNarrative(
  text: string | undefined,
  values: NamedValues | undefined,
  path: string,
): readonly FieldProblem[] {
  return parseNarrative(text ?? '').flatMap((part) => {
    if ('problem' in part) return [{ path, problem: part.problem }];
    if (!('value' in part) || variableOf(part) !== undefined || Object.hasOwn(values ?? {}, part.value))
      return [];
    return [{ path, problem: `shows '${part.value}', which values does not name` }];
  });
}
