import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstViewer, viewerContext, viewerOfJson } from '../../src/screens/embeds/preview-context.ts';

describe('the viewer of a preview', () => {
  const sample = { workspace_id: 'main', roles: ['USER'], privileges: { shop: ['view'] }, attributes: {} };

  it('round-trips between form and JSON', () => {
    const viewer = {
      ...firstViewer(sample),
      draft: {
        ...firstViewer(sample).draft,
        groups: 'emea, sales',
        attributes: [
          { key: 'region', kind: 'list', text: 'north, south' },
          { key: 'level', kind: 'number', text: '3' },
          { key: 'lead', kind: 'boolean', text: 'true' },
        ],
      } as const,
    };
    const json = JSON.stringify(viewerContext(viewer, 'shop'));
    assert.deepEqual(viewerOfJson(json, 'shop'), viewer);
  });

  it('starts with the attributes of the row rules', () => {
    const { draft } = firstViewer({ ...sample, attributes: { region: 'north', level: 3 } });
    assert.deepEqual(draft.attributes, [
      { key: 'region', kind: 'text', text: 'north' },
      { key: 'level', kind: 'number', text: '3' },
    ]);
  });

  it('stays JSON if the form has no field for a part of it', () => {
    const context = viewerContext(firstViewer(sample), 'shop');
    assert.equal(viewerOfJson(JSON.stringify({ ...context, roles: ['ADMIN'] }), 'shop'), undefined);
    assert.equal(viewerOfJson(JSON.stringify({ ...context, department: 'x' }), 'shop'), undefined);
    assert.equal(viewerOfJson('{', 'shop'), undefined);
  });
});
