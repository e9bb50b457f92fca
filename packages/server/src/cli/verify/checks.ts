import type { Check } from './check.ts';
import { builderCheck } from './checks/builder.ts';
import { cacheCheck } from './checks/cache.ts';
import { datasetsCheck } from './checks/datasets.ts';
import { embedsCheck } from './checks/embeds.ts';
import { exportsCheck } from './checks/exports.ts';
import { filterValuesCheck } from './checks/filter-values.ts';
import { foreignFiltersCheck } from './checks/foreign-filters.ts';
import { hiddenContentCheck } from './checks/hidden-content.ts';
import { pagesCheck } from './checks/pages.ts';
import { privilegesCheck } from './checks/privileges.ts';
import { rowsCheck } from './checks/rows.ts';
import { strangersCheck } from './checks/strangers.ts';
import { tokensCheck } from './checks/tokens.ts';

/** All checks of `inlay verify`, in the order of the report (ADR 288). */
export const CHECKS: readonly Check[] = [
  embedsCheck,
  datasetsCheck,
  rowsCheck,
  strangersCheck,
  filterValuesCheck,
  foreignFiltersCheck,
  pagesCheck,
  exportsCheck,
  builderCheck,
  hiddenContentCheck,
  cacheCheck,
  privilegesCheck,
  tokensCheck,
];
