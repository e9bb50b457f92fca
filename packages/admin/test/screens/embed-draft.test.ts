import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EmbedContent, EmbedContentSchema } from '@inlay/content/embed';
import { messages } from '@inlay/messages/admin/en';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { changesBetween } from '../../src/api/content.ts';
import { changePlace } from '../../src/screens/content/change-text.ts';
import { draftOf, embedOf } from '../../src/screens/embeds/embed-draft.ts';
import { firstViewer, viewerContext, viewerOfJson } from '../../src/screens/embeds/preview-context.ts';

const EMBED: EmbedContent & { id: string } = {
  id: 'sales',
  title: 'Sales',
  alias: 'review',
  target: { kind: 'builder', id: 'shop' },
  allowedOrigins: ['https://a.example', 'https://b.example'],
  expiresAt: '2027-03-31T09:30:00.000Z',
  theme: { mode: 'dark', font: 'Inter', tokens: { accent: '#112233', surface: '#000000' } },
  options: {
    filters: [{ column: 'region', operator: 'equals', value: 'north' }],
    height: 400,
    hide: ['title'],
    personalCopies: true,
  },
};

describe('an embed that is filled in', () => {
  it('is the same embed when nothing was touched', () => {
    const { id: _, ...content } = EMBED;
    assert.deepEqual(embedOf(draftOf(EMBED, EMBED.target), content), content);
    assert.deepEqual(changesBetween(content, embedOf(draftOf(EMBED, EMBED.target), content)), {});
  });

  it('is one that the API takes, however little was filled in', () => {
    const target = { kind: 'tile', id: 'revenue' } as const;
    const made = embedOf({ ...draftOf(undefined, target), title: 'Revenue' }, undefined);
    assert.deepEqual(made, { title: 'Revenue', target });
    assert.deepEqual(shapeErrors(EmbedContentSchema, made), []);
  });

  it('loses what was emptied and keeps what no box is for', () => {
    const emptied = {
      ...draftOf(EMBED, EMBED.target),
      alias: '',
      origins: ' ',
      ends: '',
      accent: '',
      height: '',
    };
    const change = changesBetween(EMBED, embedOf(emptied, EMBED));
    assert.equal(change.alias, null);
    assert.equal(change.allowedOrigins, null);
    assert.equal(change.expiresAt, null);
    assert.deepEqual(change.theme, { font: 'Inter', mode: 'dark', tokens: { surface: '#000000' } });
    assert.equal((change.options as EmbedContent['options'])?.filters?.length, 1);
  });
});

describe('the user that an embed is looked at as', () => {
  const sample = { workspace_id: 'main', roles: ['USER'], privileges: { shop: ['view'] }, attributes: {} };

  it('is the same as a form and as JSON', () => {
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

  it('begins with what the row rules read', () => {
    const { draft } = firstViewer({ ...sample, attributes: { region: 'north', level: 3 } });
    assert.deepEqual(draft.attributes, [
      { key: 'region', kind: 'text', text: 'north' },
      { key: 'level', kind: 'number', text: '3' },
    ]);
  });

  it('stays JSON where the form has no box for it', () => {
    const context = viewerContext(firstViewer(sample), 'shop');
    assert.equal(viewerOfJson(JSON.stringify({ ...context, roles: ['ADMIN'] }), 'shop'), undefined);
    assert.equal(viewerOfJson(JSON.stringify({ ...context, department: 'x' }), 'shop'), undefined);
    assert.equal(viewerOfJson('{', 'shop'), undefined);
  });
});

describe('the place of a change', () => {
  it('is told in words', () => {
    assert.equal(changePlace('/steps[intro]/title', messages.parts.changes), 'Steps, intro, title');
    assert.equal(changePlace('/options/referenceLines', messages.parts.changes), 'Options, reference lines');
    assert.equal(changePlace('/', messages.parts.changes), 'Everything');
  });
});
