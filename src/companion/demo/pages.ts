import { escapeHtml } from '#sandbox/answers.ts'
import { demoTexts as texts } from './texts.ts'

/** Headers of the demo's pages: nothing is loaded from anywhere, nothing is kept. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const style = `
:root { color-scheme: light dark; --paper: light-dark(oklch(99% .002 200), oklch(20% .012 220)); --raised: light-dark(#fff, oklch(24% .014 220));
  --ink: light-dark(oklch(25% .02 220), oklch(93% .006 210)); --ink-2: light-dark(oklch(46% .02 220), oklch(74% .012 210));
  --edge: light-dark(oklch(82% .01 210), oklch(38% .016 220)); --accent: light-dark(oklch(48% .085 195), oklch(76% .09 190));
  --accent-ink: light-dark(#fff, oklch(19% .02 200)); --error: light-dark(oklch(48% .17 28), oklch(76% .13 25)) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--paper); color: var(--ink);
  font: 14px/1.5 Inter, system-ui, sans-serif }
main { width: 100%; max-width: 360px }
.brand { margin: 0 0 16px; color: var(--accent); font-weight: 600 }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; font-weight: 600 }
p { margin: 0 0 12px; color: var(--ink-2) }
label { display: block; margin: 12px 0 4px; font-weight: 600 }
input { width: 100%; height: 34px; padding: 0 10px; border: 1px solid var(--edge); border-radius: 6px; background: var(--raised); color: var(--ink); font: inherit }
button { height: 34px; margin: 16px 8px 12px 0; padding: 0 16px; border: 1px solid var(--edge); border-radius: 6px; background: var(--raised);
  color: var(--ink); font: inherit; font-weight: 600; cursor: pointer }
button:first-of-type { border-color: transparent; background: var(--accent); color: var(--accent-ink) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
p[role=alert] { color: var(--error) }
dt { font-weight: 600 } dd { margin: 0 0 8px; overflow-wrap: anywhere }`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main><p class="brand">${escapeHtml(texts.brand)}</p><h1>${escapeHtml(title)}</h1>
${body}
</main></body>
</html>
`

/** The provider's login form; `error` after a wrong password. */
export const loginPage = (uid: string, client: string, error?: string): string =>
  page(
    texts.signIn,
    `<p>${escapeHtml(texts.signInTo(client))}</p>
${error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>`}
<form method="post" action="/interaction/${encodeURIComponent(uid)}">
<label for="username">${escapeHtml(texts.username)}</label>
<input id="username" name="username" autocomplete="username" required autofocus>
<label for="password">${escapeHtml(texts.password)}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">${escapeHtml(texts.signIn)}</button>
</form>
<p>${escapeHtml(texts.demoAccount)}</p>`,
  )

/** Where a user types a device's code; `form` is the provider's own, `error` after a code that does not fit. */
export const deviceCodePage = (form: string, error?: string): string =>
  page(
    texts.device,
    `<p${error === undefined ? '' : ' role="alert"'}>${escapeHtml(error ?? texts.deviceEnter)}</p>
${form}
<button type="submit" form="op.deviceInputForm">${escapeHtml(texts.goOn)}</button>`,
  )

/** Where a user compares the code and says yes or no. */
export const deviceConfirmPage = (form: string, client: string, code: string): string =>
  page(
    texts.device,
    `<p>${escapeHtml(texts.deviceConfirm(client, code))}</p>
${form}
<button type="submit" form="op.deviceConfirmForm">${escapeHtml(texts.goOn)}</button>
<button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">${escapeHtml(texts.decline)}</button>`,
  )

/** The end of an approval. */
export const deviceDonePage = (): string => page(texts.device, `<p>${escapeHtml(texts.deviceDone)}</p>`)

/** What the provider shows when it can't send the browser back to the client. */
export const errorPage = (fields: Record<string, string>): string =>
  page(
    texts.refused,
    `<p>${escapeHtml(texts.refusedWhy)}</p>
<dl>${Object.entries(fields)
      .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
      .join('')}</dl>`,
  )
