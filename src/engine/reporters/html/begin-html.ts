import { escaped } from './json-for-html.ts'

/** What a report's document lets in besides what everyone forbids, and how it looks. */
export interface HtmlStart {
  /** As it is read; it is escaped here. */
  title: string
  /** Directives of its Content-Security-Policy for scripts and styles, as `style-src 'unsafe-inline'`. Everything else is forbidden. */
  allowed: readonly string[]
  style?: string | undefined
}

/** The document of a report up to its body: one page that sends no requests. */
export function beginHtml({ title, allowed, style }: HtmlStart): string {
  const policy = [`default-src 'none'`, ...allowed, 'img-src data:', `base-uri 'none'`, `form-action 'none'`]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="generator" content="Assay">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
${style === undefined ? '' : `<style>${style}</style>\n`}</head>
<body>
`
}
