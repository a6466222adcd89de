import type { CompanionStatus } from '#workers/run-client.ts'

type Trouble = Extract<CompanionStatus, { state: 'apart' }>['trouble']

const troubles: Record<Trouble, string> = {
  'not-running': 'not running',
  denied: 'blocked by the browser',
  'not-paired': 'no longer paired',
  'not-allowed': "doesn't allow this site",
  'other-version': 'different version',
  'no-companion': 'another program uses its port',
  locked: 'the secrets are locked',
}

/** How the link stands, in a word or two. */
export function statusText(status: CompanionStatus): string {
  switch (status.state) {
    case 'none':
      return 'not connected'
    case 'connecting':
      return 'connecting…'
    case 'connected':
      return 'connected'
    case 'apart':
      return `not connected: ${troubles[status.trouble]}`
  }
}

const steps = (count: number): string => `${count} ${count === 1 ? 'step needs' : 'steps need'}`

/** Texts about the companion in the page. */
export const companionTexts = {
  label: 'Companion',
  connectTitle: 'Connect companion',
  title: 'Companion',
  what: 'The companion runs on your machine and does what a browser can’t: it sends requests to servers without CORS, keeps cookies and queries databases.',
  start: 'Start it in a terminal:',
  running: 'This page is served by a companion. Open the link from its terminal, or show a code there and enter it here.',
  copy: 'Copy',
  copied: 'Command copied.',
  address: 'URL',
  addressHint: 'Printed by “assay serve”.',
  code: 'Code',
  codeHint: '8 characters. Valid for 5 minutes, 5 attempts and 1 page.',
  show: 'Show a code',
  shown: 'The code is in the companion’s terminal.',
  connect: 'Connect',
  permission:
    'If the browser asks to access other apps and services on this device, allow it. Without this permission, the page can’t reach the companion.',
  noAddress: 'Enter the companion’s URL, for example http://127.0.0.1:5417.',
  noCode: 'Enter the code from the companion’s terminal.',
  connectedTo: (address: string, version: string) => `Connected to ${address}, Assay ${version}.`,
  disconnect: 'Disconnect',
  disconnected: 'Disconnected.',
  tryAgain: 'Try again',
  hosts: 'Local and private hosts',
  hostsWhat: 'The companion only reaches these hosts if you allow it for this project.',
  noHosts: "This project doesn't use any.",
  pages: 'Connected pages',
  thisPage: 'this page',
  since: (time: string) => `since ${time}`,
  revoke: 'Revoke',
  revokeOf: (origin: string) => `Revoke ${origin}`,
  needs: (count: number, names: string) => `${steps(count)} the companion: ${names}.`,
  need: (name: string, limit: string) => `“${name}” (a browser can’t ${limit})`,
  more: (count: number) => `and ${count} more`,
  allowAsk: (hosts: string, count: number) =>
    `Allow this project to reach ${hosts} through the companion? ${count === 1 ? 'This host is' : 'These hosts are'} on this machine or a private network.`,
  allow: 'Allow',
  connectDots: 'Connect companion…',
  pairedNow: 'Companion connected.',
} as const
