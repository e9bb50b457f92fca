import type { ViewState } from '@inlay/content/view-state';
import type { Features } from '@inlay/protocol/frame-messages';
import { AppError } from '../../../platform/errors.ts';
import { type EmbedRequest, withView } from '../request/embed-request.ts';
import { fitState } from './fit-state.ts';
import { findDefaultView } from './saved-views.ts';

/**
 * Renders with the viewer's default view, if there is one. A view that the data no longer takes must not keep the
 * content from opening.
 */
export async function withDefaultView<Rendered>(
  request: EmbedRequest,
  { views }: Features,
  render: (request: EmbedRequest) => Promise<Rendered>,
): Promise<Rendered> {
  const { services, viewer } = request;
  const row =
    views === false ? undefined : await findDefaultView(services.store, { viewer, opened: request });
  if (!row) return render(request);
  const { id, name } = row;
  const view = { id, name, ...fitView(request, JSON.parse(row.state) as ViewState) };
  try {
    return await render(withView(request, view));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'REQUEST_INVALID') throw error;
    return render(withView(request, { ...view, state: { filters: {} }, isIncomplete: true }));
  }
}

/** A state without the parts that the content does not have. */
export function fitView(request: EmbedRequest, given: ViewState) {
  const { state, problems } = fitState(request, given);
  return { state, isIncomplete: problems.length > 0 };
}
