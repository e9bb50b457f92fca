import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityRuns } from '../../support/accessibility/accessibility-runs.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';

/** Nothing is wrong with it. */
const GOOD = `<a class="skip" href="#text">Skip</a>
<main id="text" tabindex="-1"><h1>Sales</h1><p>In a long text.</p>
<label>Name <input class="field" value="Ann"></label>
<button type="button">Save</button>
<div role="tablist"><button role="tab" aria-selected="true" class="tab">One</button><button role="tab" aria-selected="false" tabindex="-1" class="tab">Two</button></div></main>`;
const STYLE = `body { font: 16px sans-serif; background: #fff; color: #111 } :focus-visible { outline: 2px solid #00f }
button, input { min-height: 32px } .field { appearance: none; border: 1px solid #555; background: #fff }
.tab { border: 0; background: none; color: #111 } .tab[aria-selected=true] { border-bottom: 2px solid #111 }`;

const page = (body: string, style = '', lang = 'en') =>
  `<!doctype html><html lang="${lang}"><title>Sales</title><meta name="viewport" content="width=device-width"><style>${STYLE}${style}</style>${body}`;

/** By run: what is wrong with a page, and the criteria that it has to be found in. */
const BAD: readonly (readonly [run: string, criteria: string, html: string])[] = [
  ['axe', '1.1.1', page(`${GOOD}<img src="data:,">`)],
  ['keyboard', '2.4.7', page(GOOD, 'button:focus-visible { outline: none }')],
  ['keyboard', '2.1.1', page(`${GOOD}<button onfocus="this.blur()">Never</button>`)],
  [
    'keyboard',
    '2.1.1, 2.1.2',
    page(`${GOOD}<button onkeydown="event.preventDefault()">Trap</button><button>After</button>`),
  ],
  [
    'keyboard',
    '2.1.4',
    page(`${GOOD}<script>onkeydown = ({ key }) => { if (key === 'x') location.hash = key }</script>`),
  ],
  ['keyboard', '2.4.11', page(`${GOOD}<div style="position:fixed;inset:0;background:#fff">In front</div>`)],
  ['zoom', '1.4.10', page(`${GOOD}<div style="width:500px">Wide</div>`)],
  [
    'text-spacing',
    '1.4.12',
    page(
      `${GOOD}<p style="width:12em;height:1.2em;overflow:hidden;white-space:nowrap">A text that just fits</p>`,
    ),
  ],
  ['contrast', '1.4.11', page(GOOD, '.field { border-color: #ddd }')],
  ['forced-colors', '11.7', page(GOOD, '.tab { border: 0 !important; border-bottom: 0 !important }')],
  [
    'motion',
    '2.2.2',
    page(
      `${GOOD}<p class="moving">Moving</p>`,
      '@keyframes m { to { translate: 9px } } .moving { animation: m 1s infinite }',
    ),
  ],
  ['language', '3.1.1', page(GOOD, '', 'fr')],
];

describe('the accessibility runs', () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  /** The criteria with findings in the first look of a run, or its last, which is the narrowest or the most unusual. */
  async function criteriaOf(id: string, html: string): Promise<readonly string[]> {
    const run = accessibilityRuns.find((each) => each.id === id);
    const look = id === 'zoom' ? run?.looks.at(-1) : run?.looks[0];
    assert.ok(run && look);
    const context = await browser.newContext(look.options);
    const shown = await context.newPage();
    await shown.setContent(html);
    const checked = await run.check({ page: shown, place: shown, look });
    await context.close();
    return [
      ...new Set(checked.flatMap(({ criterion, findings }) => (findings.length > 0 ? [criterion] : []))),
    ];
  }

  for (const { id } of accessibilityRuns)
    it(`${id}: finds nothing on a page without defects`, async () => {
      assert.deepEqual(await criteriaOf(id, page(GOOD)), []);
    });

  for (const [id, criteria, html] of BAD)
    it(`${id}: finds a defect of ${criteria}`, async () => {
      assert.equal((await criteriaOf(id, html)).join(', '), criteria);
    });
});
