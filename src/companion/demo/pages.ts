import { texts } from './texts.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text made safe to stand in HTML and in quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** Headers of the demo's pages: nothing is loaded from anywhere, nothing is kept. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const style = `
:root { color-scheme: light dark; --edge: #8a9399; --accent: #0b6e69; --error: #b3261e }
@media (prefers-color-scheme: dark) { :root { --edge: #737d84; --accent: #4fb8b0; --error: #ff8a80 } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 12vh auto; padding: 0 1rem }
label { display: block; margin-top: 1rem; font-weight: 600 }
input { font: inherit; width: 100%; box-sizing: border-box; padding: .5rem; border: 1px solid var(--edge); border-radius: .375rem }
button { font: inherit; font-weight: 600; margin-top: 1.5rem; padding: .5rem 1.25rem; border: 2px solid var(--accent);
  border-radius: .375rem; background: transparent; color: inherit }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
[role=alert] { color: var(--error) }
dt { font-weight: 600 } dd { margin: 0 0 .5rem; overflow-wrap: anywhere }`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main><h1>${escapeHtml(title)}</h1>
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

/** Where a person types a device's code; `form` is the provider's own, `error` after a code that does not fit. */
export const deviceCodePage = (form: string, error?: string): string =>
  page(
    texts.device,
    `<p${error === undefined ? '' : ' role="alert"'}>${escapeHtml(error ?? texts.deviceEnter)}</p>
${form}
<button type="submit" form="op.deviceInputForm">${escapeHtml(texts.goOn)}</button>`,
  )

/** Where a person compares the code and says yes or no. */
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
