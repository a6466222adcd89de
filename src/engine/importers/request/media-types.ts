/** Media types of files by the endings of their names: those that curl knows. */
const ofCurl: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  htm: 'text/html',
  html: 'text/html',
  pdf: 'application/pdf',
  xml: 'application/xml',
}

/** Those that other tools know beside them. */
const others: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  zip: 'application/zip',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
}

const endingOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''

/** What curl says that a file is, by its name; undefined where it says nothing special. */
export const mediaTypeOfCurl = (path: string): string | undefined => ofCurl[endingOf(path)]

/** What a file is by its name. */
export const mediaTypeOfFile = (path: string): string | undefined => mediaTypeOfCurl(path) ?? others[endingOf(path)]
