import { parseAdHocMeasure } from '@inlay/protocol/ad-hoc-measure';
import { leavesModel, type Model } from '../../../platform/query/model/model.ts';
import { queryableModel } from '../../../platform/query/model/readable-model.ts';
import type { ContextReader } from '../../../platform/rules/context-reading.ts';
import type { NamedField } from './fields-in-query.ts';
import { isKnownField } from './unknown-fields.ts';

type Field = Pick<NamedField, 'name' | 'kind'>;

/** Names in content that are not for a viewer, because column access denies them the field (ADR 292). */
export interface DeniedFields {
  /** Whether the viewer may not query by the field: they have no access to it, or see it masked. */
  inQuery(datasetId: string, field: Field): boolean;
  /** Whether the viewer may not see the field at all: rows behind a mark may have masked columns. */
  inRows(datasetId: string, field: Field): boolean;
}

export const NOTHING_DENIED: DeniedFields = { inQuery: () => false, inRows: () => false };

/** By the models of the viewer. A name that no dataset has is no secret: queries refuse it. */
export function deniedFields(
  modelOf: (datasetId: string) => Model | undefined,
  viewer: ContextReader,
): DeniedFields {
  const isMissing = (field: Field, model: Model) => {
    if (isKnownField(field, model)) return false;
    const whole = model.whole ?? model;
    return isKnownField(field, whole) || isElsewhere(field, whole);
  };
  return {
    inQuery: (datasetId, field) => {
      const model = modelOf(datasetId);
      return model !== undefined && isMissing(field, queryableModel(model, viewer));
    },
    inRows: (datasetId, field) => {
      const model = modelOf(datasetId);
      return model !== undefined && isMissing(field, model);
    },
  };
}

/** A field of a dataset that the viewer does not reach, such as one of another workspace. */
const isElsewhere = ({ name }: Field, model: Model): boolean =>
  leavesModel(model, parseAdHocMeasure(name)?.column ?? name);
