import type { CookieJars } from '#engine/ports/cookie-jar.ts'

/** The jars of every host. The library and its list of public suffixes are loaded by the first one: most runs keep no cookies. */
export const cookieJars: CookieJars = {
  open: async () => (await import('./tough-jar.ts')).createToughJar(),
}
