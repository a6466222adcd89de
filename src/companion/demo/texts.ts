/** Texts of the demo provider's pages. */
export const demoTexts = {
  brand: "Assay's demo provider",
  otherHost: "This is Assay's demo. It is only available on this machine.",
  signIn: 'Sign in',
  signInTo: (client: string): string => `Sign in to continue to ${client}.`,
  username: 'Username',
  password: 'Password',
  demoAccount: 'Demo on your machine: the username and password are both demo.',
  wrongPassword: 'Wrong username or password. Both are demo.',
  device: 'Approve a device',
  deviceEnter: 'Enter the code that Assay shows.',
  deviceWrong: 'Check the code: no device is waiting for it.',
  deviceStopped: 'Nothing was approved. You can close this page, or enter another code.',
  deviceConfirm: (client: string, code: string): string =>
    `The client ${client} requests access to your account. Continue only if it shows the code ${code}.`,
  deviceDone: 'The device is approved. You can close this page; Assay continues automatically.',
  goOn: 'Continue',
  decline: 'Decline',
  refused: 'The demo provider rejected this request',
  refusedWhy: "It can't redirect you back: the client or its redirect URI isn't registered.",
  expired: 'This sign-in is no longer open. Start it again from Assay.',
}
