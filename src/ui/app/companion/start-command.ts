/** Whether this page was served by a companion, as far as its URL shows. */
export const isServedLocally = (): boolean => location.protocol === 'http:' && location.hostname === '127.0.0.1'

/** Where a companion is looked for first. */
export const usualAddress = (): string => (isServedLocally() ? location.origin : 'http://127.0.0.1:5417')

/** What starts a companion for this page. */
export const startCommand = (): string =>
  isServedLocally() ? `assay serve --port ${location.port}` : `assay serve --allow ${location.origin}`
