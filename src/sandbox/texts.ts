/** Texts of the sandbox's pages. */
export const sandboxTexts = {
  signIn: 'Sign in',
  signInTo: (client: string): string => `Sign in to Assay's sandbox to continue to ${client}.`,
  username: 'Username',
  password: 'Password',
  account: 'Sandbox in your browser: the username and password are both demo.',
  wrongPassword: 'Wrong username or password. Both are demo.',
  device: 'Approve a device',
  deviceEnter: 'Enter the code that Assay shows.',
  deviceCode: 'Code',
  deviceWrong: 'Check the code: no device is waiting for it.',
  deviceStopped: 'Nothing was approved. You can close this page, or enter another code.',
  deviceConfirm: (client: string, code: string): string =>
    `The client ${client} requests access to your account. Continue only if it shows the code ${code}.`,
  deviceDone: 'The device is approved. You can close this page; Assay continues automatically.',
  goOn: 'Continue',
  decline: 'Decline',
  refused: 'The sandbox rejected this request',
  refusedWhy: "It can't redirect you back: the client or its redirect URI isn't registered.",
  sendingBack: 'Signed in',
  nothing: (path: string): string => `no endpoint at ${path}`,
}
