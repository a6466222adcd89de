/** What people read at the sandbox. */
export const texts = {
  signIn: 'Sign in',
  signInTo: (client: string): string => `Assay's sandbox asks who you are, for the client ${client}.`,
  username: 'Username',
  password: 'Password',
  account: 'This is a sandbox in your own browser: the user is demo, the password is demo.',
  wrongPassword: 'Wrong username or password. Both are demo.',
  device: 'Approve a device',
  deviceEnter: 'Enter the code that Assay shows.',
  deviceCode: 'Code',
  deviceWrong: 'No device waits with this code. Look at the code again.',
  deviceStopped: 'Nothing was approved. You can close this page, or enter another code.',
  deviceConfirm: (client: string, code: string): string =>
    `The client ${client} asks to act for you. Go on only if it shows the code ${code}.`,
  deviceDone: 'The device is approved. Assay goes on by itself; you can close this page.',
  goOn: 'Continue',
  decline: 'Decline',
  refused: 'The sandbox refuses this request',
  refusedWhy: 'It does not send you back, since the client or its redirect URI is not one that it knows.',
  sendingBack: 'Signed in',
  nothing: (path: string): string => `there is nothing at ${path}`,
}
