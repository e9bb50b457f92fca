import { hash } from 'node:crypto';
import { html, styleText } from '../../platform/render/html.ts';

const style = styleText(`
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
`).toString();

/** What browsers show at a host without a tenant. It repeats nothing of the request. */
export const noTenantPage = {
  contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'`,
  html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No tenant here</title>
<style>${styleText(style)}</style>
</head>
<body>
<h1>No tenant here</h1>
<p>Inlay is running, but no tenant uses this host name. Check the address, or ask the operator of this instance for yours.</p>
<p>Operators: set <code>INLAY_PUBLIC_URL</code> to the address of the instance. <code>inlay tenant list</code> prints that of every tenant.</p>
</body>
</html>
`.toString(),
};
