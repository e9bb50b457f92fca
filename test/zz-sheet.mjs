import { openBrowser } from './support/browser/open-browser.ts';
import { readFileSync } from 'node:fs';
const browser = await openBrowser();
const sheets = { 
 a: [['email-desktop','email-failed-desktop','email-dark'], 620], b: [['user-new-desktop','user-desktop','user-link-desktop','user-link-dark'], 620],
 c: [['email-phone','email-failed-phone','user-new-phone','user-link-phone','user-phone'], 300],
 d: [['signin-desktop','forgot-desktop','forgot-sent-desktop','set-desktop','over-desktop','empty-desktop','signin-dark','forgot-sent-dark','set-dark','over-dark','done-dark'], 420],
 e: [['signin-phone','forgot-sent-phone','set-phone','over-phone','empty-phone'], 300],
 f: [['mail-invitation-600','mail-reset-600','mail-notice-600','mail-invitation-600-dark'], 480],
 g: [['mail-invitation-390','mail-reset-390-dark','mail-notice-390','mail-invitation-390-dark'], 390],
};
for (const [name, [files, w]] of Object.entries(sheets)) {
  const p = await browser.newPage({ viewport: { width: 1900, height: 900 } });
  const imgs = files.map((f) => `<figure style="margin:6px;display:inline-block;vertical-align:top"><figcaption>${f}</figcaption><img width=${w} style="border:1px solid #888" src="data:image/png;base64,${readFileSync(`/tmp/shots/${f}.png`).toString('base64')}"></figure>`);
  await p.setContent(imgs.join('')); await p.waitForTimeout(300);
  await p.screenshot({ path: `/tmp/shots/sheet-${name}.png`, fullPage: true }); await p.close();
}
await browser.close(); process.exit(0);
