import { expect, it } from 'vitest'
import { describePage, partsOf, toldLines } from './page-state.ts'
import { loginTexts } from './texts.ts'

const textsOf = (tree: string): string[] => Array.from(toldLines(tree), ({ text }) => text).filter((text) => text !== '')

it("[O8] reports a message next to a field without the field's label (Keycloak)", () => {
  const tree = `- heading "Sign in to your account" [level=1]
- text: Username or email
- textbox "Username or email": alice
- text: Invalid username or password. Password
- textbox "Password"
- button "Show password"
- checkbox "Remember me"
- text: Remember me Your account is locked.
- button "Sign In"`
  expect(textsOf(tree)).toEqual(['alice', 'Invalid username or password.', 'Your account is locked.'])
})

it("[O8] reports a message unchanged if it only ends like a label, or isn't next to a field", () => {
  const tree = `- text: Your Password
- button "Password"
- text: Wrong Passcode
- textbox "code"`
  expect(textsOf(tree)).toEqual(['Your Password', 'Wrong Passcode'])
})

// Authlib's example server answers a wrong redirect URI with the code alone.
it('[O8] a page that is a bare error code, or nothing but a text, says that', () => {
  expect(partsOf('- text: invalid_request').messages).toEqual(['invalid_request'])
  expect(partsOf('- text: Come back tomorrow.').messages).toEqual(['Come back tomorrow.'])
  expect(partsOf('- heading "Sign in" [level=1]\n- text: Welcome.').messages).toEqual([])
})

// Doorkeeper (GitLab, Mastodon) shows its sentence in a `pre`.
it('[O8] a page that could not be loaded for its certificate says how to trust it', () => {
  expect(loginTexts.notShownHint('net::ERR_CERT_AUTHORITY_INVALID', 'https://id.test:8443/login')).toMatch(
    /trust the certificate, or add id\.test:8443 to the environment's insecure hosts/,
  )
  expect(loginTexts.notShownHint('net::ERR_CONNECTION_REFUSED', 'https://id.test/login')).toMatch(
    /^Open the URL in a browser on this machine to see the problem\./,
  )
})

it('[O8] what says that something does not match is a message', () => {
  const text = "The requested redirect uri is malformed or doesn't match client redirect URI."
  expect(partsOf(`- heading "An error has occurred" [level=1]\n- main:\n  - text: ${text}`).messages).toEqual([text])
})

it("[O8] reports the error in a page's URL, where Better Auth and Ory Hydra put it", () => {
  const state = { title: 'Sorry', tree: '', headings: [], fields: [], buttons: [], nameless: 0, messages: [], captcha: false }
  const at = (query: string): string => describePage({ ...state, url: `https://id.test/error${query}` })
  expect(at('?error=request_not_supported&error_description=request+object+not+supported')).toBe(
    'The page shows "Sorry": its URL contains "request_not_supported – request object not supported".',
  )
  expect(at('?error=invalid_client')).toBe('The page shows "Sorry": its URL contains "invalid_client".')
  expect(describePage({ ...state, messages: ['CODE: invalid_client'], url: 'https://id.test/error?error=invalid_client' })).toBe(
    'The page shows "Sorry": message "CODE: invalid_client".',
  )
  // Spring Security's own sign-in page says no more than that there was one.
  expect(at('?error')).toBe('The page shows "Sorry".')
  expect(at('?error=Something went wrong')).toBe('The page shows "Sorry".')
})

it('[X12] what an account must do first is a message, and buttons without a name are counted', () => {
  // Keycloak 26
  const tree = `- heading "Update password" [level=1]
- text: You need to change your password.
- textbox "New Password"
- button
- button "Submit"`
  const parts = partsOf(tree)
  expect(parts).toMatchObject({ messages: ['You need to change your password.'], buttons: ['Submit'], nameless: 1 })
  expect(describePage({ title: 'Sign in', url: '', tree, captcha: false, ...parts })).toMatch(
    /buttons "Submit"; 1 button without an accessible name \(use CSS\)\.$/,
  )
})
