import type { FoundAction, LoginTarget } from '#engine/ports/index.ts'
import type { FormFacts, FormPart } from './in-page.ts'
import { loginTexts as texts } from './texts.ts'

/** What is proposed for a page, and what it was taken for. */
export interface Suggestion {
  form: string
  actions: FoundAction[]
}

/** Where the user's name is looked for: a variable of the project, which may have to be made. */
const user = '${user}'

const click = (name: string): FoundAction => ({ do: 'click', at: { role: 'button', name } })
const ifThere = (name: string, exact?: true): FoundAction => ({
  do: 'if-visible',
  at: { role: 'button', name, ...(exact && { exact }) },
})
const password = (at: LoginTarget): FoundAction => ({ do: 'fill', at, value: '', secret: true })

/** What unknown providers call their consent. "Continue" as a whole only: a failed sign-in may offer to continue with another provider. */
const unknownEnd = [ifThere('Allow'), ifThere('Authorize'), ifThere('Continue', true)]

/** A sign-in whose pages are known: how it is recognized, and what comes after its first page. */
interface KnownForm {
  name: string
  is(url: URL, marks: string): boolean
  /** After a page that asks only for the name. */
  second: FoundAction[]
  /** What may be asked in the end. */
  end: FoundAction[]
}

const known: readonly KnownForm[] = [
  {
    name: 'Keycloak',
    is: ({ pathname }, marks) =>
      /\bkc-(form|login|page|header)/.test(marks) || /\/realms\/[^/]+\/(protocol|login-actions|device)/.test(pathname),
    second: [password({ label: 'Password' }), click('Sign In')],
    end: [ifThere('Yes')],
  },
  {
    name: 'Microsoft Entra ID',
    is: ({ hostname }, marks) =>
      /(^|\.)(login\.microsoftonline\.(com|us|cn)|login\.live\.com|ciamlogin\.com)$/.test(hostname) || /\bloginfmt\b/.test(marks),
    second: [password({ css: 'input[name="passwd"]' }), click('Sign in')],
    end: [ifThere('No'), ifThere('Accept')],
  },
  {
    name: 'Google',
    is: ({ hostname }, marks) => hostname.startsWith('accounts.google.') || /\bidentifierId\b/.test(marks),
    second: [password({ label: 'Enter your password' }), click('Next')],
    end: [ifThere('Continue')],
  },
  {
    name: 'Okta',
    is: ({ hostname }, marks) => /\.(okta|oktapreview|okta-emea)\.com$/.test(hostname) || /okta-sign-in|okta-signin/.test(marks),
    second: [password({ label: 'Password' }), click('Verify')],
    end: [ifThere('Allow Access')],
  },
  {
    name: 'Auth0',
    is: ({ hostname, pathname }, marks) =>
      hostname.endsWith('.auth0.com') || pathname.startsWith('/u/login') || /auth0/i.test(marks),
    second: [password({ label: 'Password' }), click('Continue')],
    end: [ifThere('Accept')],
  },
]

/** Open Liberty has "Allow once", GitHub the name of the application behind "Authorize". */
const consent = /^((allow|authori[sz]e)\b.*|accept|agree|yes|approve|continue|confirm|grant( access)?)$/i
/** What leads to the sign-in from a page before it, as at the AT Protocol. */
const entrance = /^(sign|log).?in$/i
const forward = /sign.?in|log.?in|next|continue|submit|verify|anmelden|weiter|connexion/i

const nameOf = ({ at }: FormPart): string => at.name ?? at.text ?? ''

/** The button that goes on: the form's own, one that is named so, or the only one. */
function goOn(parts: readonly FormPart[]): FormPart | undefined {
  const submits = parts.filter(({ kind }) => kind === 'submit')
  const buttons = parts.filter(({ kind }) => kind === 'submit' || kind === 'button')
  return submits.find((part) => forward.test(nameOf(part))) ?? submits[0] ?? buttons.find((part) => forward.test(nameOf(part)))
}

/**
 * Proposes a script for the sign-in that goes on from a page which looks like this; undefined if nothing there can be filled in
 * or agreed to. A page that asks for a new password is for a user: whoever proposes to change it would lock the account out of
 * the script.
 */
export function suggestScript(
  address: string,
  { parts, marks }: FormFacts,
  userCode?: string,
): Suggestion | 'new-password' | undefined {
  const url = new URL(address)
  const form = known.find(({ is }) => is(url, marks))
  const [secret, second] = parts.filter(({ kind }) => kind === 'password')
  const [code] = parts.filter(({ kind }) => kind === 'code')
  const names = parts.filter(({ kind }) => kind === 'text')
  const button = goOn(parts)
  const next: FoundAction[] = button ? [{ do: 'click', at: button.at }] : [{ do: 'press', key: 'Enter' }]
  const agree = parts.find((part) => part.kind !== 'text' && consent.test(nameOf(part)))
  const end = form?.end ?? unknownEnd
  const name = (part: FormPart): FoundAction =>
    userCode === undefined ? { do: 'fill', at: part.at, value: user } : { do: 'user-code', at: part.at }

  if (second) return 'new-password'
  if (secret) {
    const fill = names.slice(0, 1).map((part): FoundAction => ({ do: 'fill', at: part.at, value: user }))
    return { form: texts.formOf(form?.name, 'one'), actions: [...fill, password(secret.at), ...next, ...end] }
  }
  if (code) return { form: texts.formOf(form?.name, 'code'), actions: [{ do: 'totp', at: code.at }, ...next] }
  const [first] = names
  if (first && userCode === undefined) {
    const second = form?.second ?? [password({ label: 'Password' }), { do: 'press', key: 'Enter', at: { label: 'Password' } }]
    return { form: texts.formOf(form?.name, 'two'), actions: [name(first), ...next, ...second, ...end] }
  }
  if (first) return { form: texts.formOf(form?.name, 'device'), actions: [name(first), ...next] }
  const enter = parts.find((part) => entrance.test(nameOf(part)))
  if (agree) return { form: texts.formOf(form?.name, 'consent'), actions: [{ do: 'click', at: agree.at }] }
  return enter && { form: texts.formOf(form?.name, 'entrance'), actions: [{ do: 'click', at: enter.at }] }
}
