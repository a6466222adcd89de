import type { CompanionStatus } from '#workers/run-client.ts'

type Trouble = Extract<CompanionStatus, { state: 'apart' }>['trouble']

const troubles: Record<Trouble, string> = {
  'not-running': 'not running',
  denied: 'the browser keeps it from this page',
  'not-paired': 'does not know this page any more',
  'not-allowed': 'lets no page of this address connect',
  'other-version': 'of another version',
  'no-companion': 'something else answers at its address',
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

/** What people read of the companion in the page. */
export const companionTexts = {
  label: 'Companion',
  connectTitle: 'Connect companion',
  title: 'Companion',
  what: 'The companion is the program assay on your machine. It sends for this page what a browser can’t: requests to servers without CORS, cookies, queries to database servers.',
  start: 'Start it in a terminal:',
  running:
    'This page comes from a companion. The address that its terminal shows connects the browser that opens it; or let it show a code, and type it here.',
  copy: 'Copy',
  copied: 'The command is copied.',
  address: 'Address',
  addressHint: 'As “assay serve” prints it.',
  code: 'Code',
  codeHint: '8 characters. Good for 5 minutes, 5 tries and one page.',
  show: 'Show a code',
  shown: 'Look at the terminal: the companion shows a code there.',
  connect: 'Connect',
  permission:
    'The browser will ask whether this page may access other apps and services on this device: allow it, or the companion can’t be reached.',
  noAddress: 'Type the address that the companion shows, such as http://127.0.0.1:5417.',
  noCode: 'Type the code that the companion shows.',
  connectedTo: (address: string, version: string) => `Connected to ${address}, Assay ${version}.`,
  disconnect: 'Disconnect',
  disconnected: 'Disconnected. The companion is not used any more by this browser.',
  tryAgain: 'Try again',
  hosts: 'Hosts on this machine and in private networks',
  hostsWhat: 'A request that the companion sends reaches them only if you allow it for this project.',
  noHosts: 'This project names none.',
  pages: 'Pages that are connected',
  thisPage: 'this page',
  since: (time: string) => `since ${time}`,
  revoke: 'Revoke',
  revokeOf: (origin: string) => `Revoke ${origin}`,
  needs: (count: number, names: string) => `${steps(count)} the companion: ${names}.`,
  need: (name: string, limit: string) => `“${name}”, since a browser can’t ${limit}`,
  more: (count: number) => `and ${count} more`,
  allowAsk: (hosts: string, count: number) =>
    `Through the companion this project would reach ${hosts}, ${count === 1 ? 'a host' : 'hosts'} on this machine or in a private network.`,
  allow: 'Allow',
  connectDots: 'Connect companion…',
  pairedNow: 'The companion is connected.',
} as const
