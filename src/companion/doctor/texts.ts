import { counted } from '#engine/base/counted.ts'

/** Messages of `assay doctor`. */
export const doctorTexts = {
  titles: {
    node: 'Node.js',
    browser: 'Browser',
    port: (port: number): string => `Port ${port}`,
    sqlite: 'SQLite',
    folder: 'Folder',
    certificates: 'Certificates',
    address: 'URL',
    certificate: 'Server certificate',
    clock: 'Clock',
    provider: 'Provider',
  },
  states: { ok: 'ok', warning: 'warning', lacks: 'LACKS' },
  oldNode: (version: string): string => `${version}; Assay needs 20.19, 22.12 or later.`,
  oldNodeHint: 'Install a newer Node.js: https://nodejs.org',
  portFree: 'free for assay serve',
  portTaken: 'in use, perhaps by Assay: http://127.0.0.1:5417/',
  portHint: 'Stop that program, or choose another port: assay serve --port N. Projects in the browser are tied to their port.',
  sqliteNode: 'by node:sqlite',
  sqliteWasm: 'by WebAssembly (this Node.js has no built-in SQLite)',
  folder: (path: string, why: string): string => `${path} can't be written: ${why}.`,
  folderHint: 'Set TMPDIR to a writable folder. Responses are stored there during a run.',
  authorities: (n: number): string => `${counted(n, 'authority', 'authorities')} in Node.js.`,
  extraHow: 'To add more, set NODE_EXTRA_CA_CERTS=FILE.pem or NODE_OPTIONS=--use-system-ca (Node.js 22.15 and later).',
  extra: (path: string, n: number): string => `NODE_EXTRA_CA_CERTS: ${n} more from ${path}.`,
  extraExpired: (n: number): string => `${n === 1 ? 'One of them has' : `${n} of them have`} expired.`,
  extraEmpty: (path: string): string => `NODE_EXTRA_CA_CERTS: ${path} contains no certificate.`,
  extraUnreadable: (path: string, why: string): string => `NODE_EXTRA_CA_CERTS: ${path} can't be read: ${why}.`,
  extraHint: 'Set it to a file with PEM certificates.',
  unchecked: 'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not verified, so attackers on the network can read tokens.',
  uncheckedHint: 'Unset it, and allow invalid certificates only for individual hosts, with insecureHosts or --insecure-hosts.',
  answered: (url: string, status: number, ms: number, proxy: string | undefined): string =>
    `${url} responded with ${status} in ${Math.round(ms)} ms${proxy === undefined ? '' : `, through the proxy ${proxy}`}`,
  failed: (message: string, cause: string | undefined): string =>
    cause === undefined ? message : `${message.replace(/\.$/, '')}: ${cause}.`,
  certificate: (by: string, until: string, version: string): string =>
    `by ${by}, until ${until}${version === '' ? '' : `, ${version}`}`,
  notBelieved: (by: string, until: string): string => `by ${by}, until ${until}: not trusted on this machine.`,
  notBelievedHint:
    'If your company issued the certificate, add its authority: NODE_EXTRA_CA_CERTS=FILE.pem. For a test machine, use --insecure-hosts.',
  noDate: 'unknown: the response has no Date header.',
  clockRight: 'matches the server',
  clockWrong: (seconds: number): string =>
    `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} the server: tokens may appear expired or not yet valid.`,
  clockHint: "Synchronize this machine's or the server's clock (NTP).",
  provider: (issuer: string, endpoint: string): string => `OpenID provider ${issuer}, tokens at ${endpoint}`,
  badUrl: (text: string): string => `"${text}" isn't a URL. Start it with https:// or http://.`,
} as const
