/** The anchor of a heading, as links to it are written: `Run as several identities` → `run-as-several-identities`. */
export const headingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
