import { html } from '../../../platform/render/html.ts';

interface PostAgain {
  readonly response: string;
  readonly nonce: string;
}

/** Posts the response of a SAML provider again, from our origin: browsers send our cookies only then. */
export const postAgainPage = ({ response, nonce }: PostAgain): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Signing in</title>
</head>
<body>
<form method="post" action="callback">
<input type="hidden" name="SAMLResponse" value="${response}">
<noscript><button>Continue</button></noscript>
</form>
<script nonce="${nonce}">document.forms[0].submit()</script>
</body>
</html>
`.toString();
