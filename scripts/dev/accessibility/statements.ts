/** Where a criterion is tested in other ways than by the runs: the test with this title, in this file. */
export interface CitedTest {
  readonly file: string;
  readonly title: string;
}

/** What people reviewed of a criterion, because no run can decide it. */
export interface Statement {
  readonly remark: string;
  /** The product has nothing that the criterion is about. */
  readonly isNotApplicable?: true;
  /** Part of the criterion is not met, whatever the runs find. */
  readonly isPartial?: true;
  /** How people checked it: screenshots of surfaces, or the code. By default, they did not. */
  readonly byHand?: 'screenshots' | 'code';
  readonly tests?: readonly CitedTest[];
}

const test = (file: string, title: string): CitedTest => ({ file, title });

/** By criterion, reviewed with each release. A criterion without runs, tests or a statement is not evaluated. */
export const statements: Readonly<Record<string, Statement>> = {
  '1.1.1': {
    remark:
      'Each chart has a name, a summary with its main values, and a table with all of them. Whether an image in a table cell is described depends on the data.',
    byHand: 'code',
    tests: [
      test('packages/frame/test/merge/tile.test.ts', 'switches to a table of the same height and back'),
      test(
        'packages/frame/test/merge/tile.test.ts',
        'is navigated by arrow keys, Home, End and Escape, and announced',
      ),
    ],
  },
  '1.2.1': { remark: 'There is no audio and no video.', isNotApplicable: true, byHand: 'code' },
  '1.2.2': { remark: 'There is no audio and no video.', isNotApplicable: true, byHand: 'code' },
  '1.2.3': { remark: 'There is no audio and no video.', isNotApplicable: true, byHand: 'code' },
  '1.2.4': { remark: 'There is no live media.', isNotApplicable: true, byHand: 'code' },
  '1.2.5': { remark: 'There is no audio and no video.', isNotApplicable: true, byHand: 'code' },
  '1.3.1': {
    remark:
      'Headings, lists, tables and fields are HTML elements. Texts of authors are Markdown, whose headings they choose.',
    byHand: 'code',
  },
  '1.3.2': {
    remark: 'The order of the page is the order of reading; a dashboard is read by rows.',
    byHand: 'screenshots',
  },
  '1.3.3': {
    remark: 'Texts of the product refer to controls by their names. Texts of authors were not examined.',
    byHand: 'code',
  },
  '1.4.1': {
    remark: 'Names at lines, legends in the order of the marks, signs and arrows say what colors do.',
    byHand: 'screenshots',
  },
  '1.4.3': {
    remark:
      'Themes of a tenant that lack contrast are stored with a warning; the runs use the default theme and the theme of the demo.',
    tests: [
      test('packages/charts/test/theme.test.ts', 'text a contrast of 4.5:1 and every mark 3:1'),
      test(
        'packages/admin/test/screens/themes.test.ts',
        'suggest a readable color next to one that lacks contrast',
      ),
    ],
  },
  '1.4.5': {
    remark: 'Texts, also those of charts, are text. Logos and images in table cells are the author’s.',
    byHand: 'code',
  },
  '1.4.11': {
    remark: 'Colors of series are measured against the page, not against each other.',
  },
  '1.4.12': { remark: 'Labels within charts have fixed places and were not examined for overlaps.' },
  '1.4.13': {
    remark:
      'The tooltip of a mark follows the pointer, which cannot move onto it, and Escape closes it only while the chart has the focus. The table of the chart has the same values.',
    isPartial: true,
    byHand: 'code',
    tests: [
      test(
        'packages/frame/test/merge/tile.test.ts',
        'shows a tooltip under the pointer and hides it elsewhere',
      ),
      test(
        'packages/frame/test/merge/tile.test.ts',
        'is navigated by arrow keys, Home, End and Escape, and announced',
      ),
    ],
  },
  '2.1.1': {
    remark: 'Charts, the canvas of the builder, tables and menus are used with the arrow keys.',
    tests: [
      test(
        'test/merge/e2e/builder-canvas.test.ts',
        'supports the keyboard: focus, select, move, resize, cancel, remove and undo, each announced',
      ),
      test(
        'test/merge/e2e/admin-content.test.ts',
        'a tile is edited with the keyboard alone, undone and redone',
      ),
      test(
        'test/merge/e2e/admin-start.test.ts',
        'works with the keyboard alone, and asks who sees rows that have no owner',
      ),
      test('packages/frame/test/merge/story.test.ts', 'shows one step at a time and switches by keyboard'),
    ],
  },
  '2.1.2': {
    remark: 'Dialogs hold the focus until they are closed, which Escape does.',
    tests: [
      test(
        'test/full/e2e/admin-dialogs.test.ts',
        'pass axe-core, fit the window, trap the focus and restore it',
      ),
    ],
  },
  '2.1.4': {
    remark:
      'The admin app has shortcuts of a single key, which its list of shortcuts switches off; the run examines it so. Embeds and the documentation have none.',
    tests: [
      test('packages/admin/test/screens/usage.test.ts', 'of a single key can be switched off, and stay so'),
    ],
  },
  '2.2.1': {
    remark:
      'A token is renewed by the host page without losing what the viewer set. A session of the admin app lasts 12 hours, and the sign-in leads back to the same screen.',
    byHand: 'code',
    tests: [
      test(
        'packages/frame/test/merge/host.test.ts',
        'keeps its state while it waits for a token, and continues with it',
      ),
    ],
  },
  '2.3.1': { remark: 'Nothing flashes.', byHand: 'code' },
  '2.4.2': { remark: 'The title of an embed’s frame is the title of its content.', byHand: 'code' },
  '2.4.5': {
    remark:
      'The admin app has a navigation and a command palette, the documentation a navigation and a search. An embed is one page of its host.',
    byHand: 'code',
    tests: [
      test('test/full/e2e/admin-screens.test.ts', 'are reachable by keyboard through the command palette'),
      test('test/full/e2e/docs-site.test.ts', 'finds pages and operations with the keyboard alone'),
    ],
  },
  '2.4.6': {
    remark: 'Titles of content are the author’s; an empty title is refused.',
    byHand: 'screenshots',
  },
  '2.5.1': {
    remark:
      'Swipes between the steps of a story have buttons that do the same. There are no gestures with several fingers.',
    byHand: 'code',
    tests: [
      test('packages/frame/test/merge/story.test.ts', 'switches by horizontal swipes, not by scrolling'),
    ],
  },
  '2.5.2': {
    remark: 'Controls react when they are released. Escape cancels a drag.',
    byHand: 'code',
    tests: [
      test(
        'test/merge/e2e/builder-canvas.test.ts',
        'moves, resizes and selects by mouse; Escape cancels a drag',
      ),
    ],
  },
  '2.5.4': { remark: 'Nothing reacts to the motion of a device.', isNotApplicable: true, byHand: 'code' },
  '2.5.7': {
    remark:
      'Fields are added to a chart by lists, and tiles get their order on phones by buttons. On the canvas, moving and resizing a tile to an exact place needs a drag or the keyboard.',
    isPartial: true,
    byHand: 'code',
    tests: [test('test/merge/e2e/builder-canvas.test.ts', 'sets the mobile order of tiles')],
  },
  '2.5.8': {
    remark: 'On touch devices, controls have 44 px.',
    tests: [
      test(
        'test/full/e2e/embed-views.test.ts',
        'tiles, filters, switches and views have targets of 44 px on a',
      ),
    ],
  },
  '3.1.2': {
    remark: 'Content that has no translation is in the author’s language without a mark of its own.',
    isPartial: true,
    byHand: 'code',
  },
  '3.2.2': {
    remark: 'Filters change the charts; nothing else opens, and the focus stays.',
    byHand: 'code',
    tests: [
      test(
        'packages/frame/test/merge/accessibility.test.ts',
        'axe reports nothing for any open filter, and closing it restores the focus',
      ),
    ],
  },
  '3.2.3': {
    remark:
      'One navigation, in the same order, on every screen of the admin app and every page of the documentation.',
    byHand: 'screenshots',
  },
  '3.2.4': { remark: 'Controls come from one UI kit, and texts from one file.', byHand: 'screenshots' },
  '3.2.6': {
    remark: 'Help is in the same place of every screen of the admin app; embeds have none of their own.',
    byHand: 'screenshots',
  },
  '3.3.1': {
    remark: 'Errors of a field are next to it, and the first one gets the focus.',
    tests: [
      test(
        'packages/admin/test/screens/forms.test.ts',
        'show a server error at its field, focus the field and keep the input',
      ),
    ],
  },
  '3.3.3': { remark: 'Error messages say what to do, and name the nearest match of a typo.', byHand: 'code' },
  '3.3.4': {
    remark:
      'Deleting, publishing and revoking ask before they act. Earlier versions of published content can be restored, and changes in editors undone.',
    byHand: 'code',
    tests: [
      test(
        'test/full/e2e/admin-dialogs.test.ts',
        'pass axe-core, fit the window, trap the focus and restore it',
      ),
    ],
  },
  '3.3.7': { remark: 'No process asks twice for the same entry.', byHand: 'code' },
  '3.3.8': {
    remark:
      'The sign-in has a username and a password, which a password manager can fill in, and no puzzle. Embeds have no sign-in.',
    byHand: 'code',
  },
  '4.1.3': {
    remark:
      'What the product shows as a status, such as a step, a move on the canvas, a saved change or an error, is in a live region. That charts have changed with a filter is not announced; their descriptions change.',
    byHand: 'code',
    tests: [
      test(
        'test/merge/e2e/builder-canvas.test.ts',
        'supports the keyboard: focus, select, move, resize, cancel, remove and undo, each announced',
      ),
      test(
        'packages/frame/test/merge/tile.test.ts',
        'is navigated by arrow keys, Home, End and Escape, and announced',
      ),
    ],
  },
};
