import type { Make, Page } from './make.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A page as HTML: heading, alert, paragraphs and one form. */
export function renderPage({ title, heading, text = [], alert, fields = [], buttons = [] }: Page): string {
  const inputs = fields.map(
    (label, index) =>
      `<label for="f${index}">${escape(label)}</label><input id="f${index}" name="field${index}"${/password/i.test(label) ? ' type="password"' : ''}>`,
  )
  const form =
    inputs.length + buttons.length === 0
      ? ''
      : `<form method="post">${inputs.join('')}${buttons.map((name) => `<button>${escape(name)}</button>`).join('')}</form>`
  return `<!doctype html><html lang="en"><head><title>${escape(title)}</title></head><body>${heading === undefined ? '' : `<h1>${escape(heading)}</h1>`}${
    alert === undefined ? '' : `<div role="alert">${escape(alert)}</div>`
  }${text.map((line) => `<p>${escape(line)}</p>`).join('')}${form}</body></html>`
}

/** Texts of a sign-in page for makes that name none. */
export const usualLogin = { title: 'Sign in', user: 'Username', password: 'Password', button: 'Sign in' }

/** The sign-in page of a make. */
export const loginPage = ({ title, user, password, button }: NonNullable<Make['login']> = usualLogin): Page => ({
  title,
  heading: title,
  fields: [user, password],
  buttons: [button],
})

/** The error page of oidc-provider itself, which no mistake should show. */
export const errorPage = (error: string, description: string): Page => ({
  title: 'oops! something went wrong',
  heading: error,
  text: [description],
})
