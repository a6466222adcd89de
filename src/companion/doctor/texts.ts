import { counted } from '#engine/base/counted.ts'

/** What `assay doctor` says. */
export const doctorTexts = {
  titles: {
    node: 'Node.js',
    browser: 'Browser',
    port: (port: number): string => `Port ${port}`,
    sqlite: 'SQLite',
    folder: 'Folder',
    certificates: 'Certificates',
    address: 'Address',
    certificate: 'Its certificate',
    clock: 'Clock',
    provider: 'Provider',
  },
  states: { ok: 'ok', warning: 'warning', lacks: 'LACKS' },
  oldNode: (version: string): string => `${version}; Assay needs 20.19, 22.12 or later.`,
  oldNodeHint: 'Install a newer Node.js: https://nodejs.org',
  portFree: 'free for assay serve',
  portTaken: 'taken, perhaps by Assay itself: http://127.0.0.1:5417/',
  portHint: 'End that program, or choose another port: assay serve --port N. Projects in the browser belong to their port.',
  sqliteNode: 'by node:sqlite',
  sqliteWasm: 'by WebAssembly (this Node.js has none of its own)',
  folder: (path: string, why: string): string => `${path} can't be written: ${why}.`,
  folderHint: 'Answers lie there while a run goes on. Name another one in TMPDIR.',
  authorities: (n: number): string => `${counted(n, 'authority', 'authorities')} of Node.js.`,
  extraHow: 'Further ones: NODE_EXTRA_CA_CERTS=FILE.pem, or NODE_OPTIONS=--use-system-ca from Node.js 22.15 on.',
  extra: (path: string, n: number): string => `NODE_EXTRA_CA_CERTS: ${n} more of ${path}.`,
  extraExpired: (n: number): string => `${n === 1 ? 'One of them has' : `${n} of them have`} expired.`,
  extraEmpty: (path: string): string => `NODE_EXTRA_CA_CERTS names ${path}, which holds no certificate.`,
  extraUnreadable: (path: string, why: string): string => `NODE_EXTRA_CA_CERTS names ${path}, which can't be read: ${why}.`,
  extraHint: 'Name a file of certificates in PEM form.',
  unchecked: 'NODE_TLS_REJECT_UNAUTHORIZED=0: no certificate is checked, so anybody in between can read tokens.',
  uncheckedHint: 'Unset it, and name single hosts where a bad certificate is allowed: insecureHosts, --insecure-hosts.',
  answered: (url: string, status: number, ms: number, proxy: string | undefined): string =>
    `${url} answered ${status} in ${Math.round(ms)} ms${proxy === undefined ? '' : `, through the proxy ${proxy}`}`,
  failed: (message: string, cause: string | undefined): string =>
    cause === undefined ? message : `${message.replace(/\.$/, '')}: ${cause}.`,
  certificate: (by: string, until: string, version: string): string =>
    `by ${by}, until ${until}${version === '' ? '' : `, ${version}`}`,
  notBelieved: (by: string, until: string): string => `by ${by}, until ${until}: not believed here.`,
  notBelievedHint:
    'If that is your company, its authority has to be known: NODE_EXTRA_CA_CERTS=FILE.pem. If it is a test machine: --insecure-hosts.',
  noDate: 'it can not be told: the answer has no Date.',
  clockRight: 'as there',
  clockWrong: (seconds: number): string =>
    `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} that of the address: tokens may count as expired or not yet valid.`,
  clockHint: 'Set the clock by the network (NTP), there or here.',
  provider: (issuer: string, endpoint: string): string => `OpenID provider ${issuer}, tokens at ${endpoint}`,
  badUrl: (text: string): string => `"${text}" is not an address: it begins with https:// or http://.`,
} as const
