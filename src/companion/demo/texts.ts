/** What people read at the demo provider. */
export const texts = {
  brand: "Assay's demo provider",
  otherHost: 'This is the demo of Assay, and only for this machine.',
  signIn: 'Sign in',
  signInTo: (client: string): string => `The demo provider asks who you are, for the client ${client}.`,
  username: 'Username',
  password: 'Password',
  demoAccount: 'This is a demo on your own machine: the user is demo, the password is demo.',
  wrongPassword: 'Wrong username or password. Both are demo.',
  device: 'Approve a device',
  deviceEnter: 'Enter the code that Assay shows.',
  deviceWrong: 'No device waits with this code. Look at the code again.',
  deviceStopped: 'Nothing was approved. You can close this page, or enter another code.',
  deviceConfirm: (client: string, code: string): string =>
    `The client ${client} asks to act for you. Go on only if it shows the code ${code}.`,
  deviceDone: 'The device is approved. Assay goes on by itself; you can close this page.',
  goOn: 'Continue',
  decline: 'Decline',
  refused: 'The demo provider refuses this request',
  refusedWhy: 'It does not send you back, since the client or its redirect URI is not one that it knows.',
  expired: 'This sign-in is no longer open. Start it again from Assay.',
}
