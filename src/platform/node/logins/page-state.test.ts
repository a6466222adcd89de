import { expect, it } from 'vitest'
import { partsOf, toldLines } from './page-state.ts'

const textsOf = (tree: string): string[] => Array.from(toldLines(tree), ({ text }) => text).filter((text) => text !== '')

it('[O8] a message beside a field is told without the label of the field (Keycloak)', () => {
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

it('[O8] what only ends like a label, or stands beside no field, is told whole', () => {
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
