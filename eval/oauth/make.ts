import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page, told by what is on it. */
export interface Page {
  title: string
  heading?: string
  /** Paragraphs. */
  text?: string[]
  /** An error above the form, announced as one. */
  alert?: string
  /** Labels of text fields. */
  fields?: string[]
  buttons?: string[]
}

/**
 * What a make responds: one of the bodies, or a redirect back to the client with these parameters. `{client_id}`, `{redirect_uri}`,
 * `{scope}`, `{resource}`, `{grant_type}`, `{response_type}`, `{origin}`, `{issuer}`, `{path}` stand for those of the request.
 */
export interface MakeReply {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
  html?: string
  page?: Page
  redirect?: Record<string, string>
  /** The redirect has its parameters in the fragment. */
  fragment?: true
  /** The connection is cut. */
  drop?: true
  /** A correct discovery document with these members. */
  discovery?: Record<string, unknown>
}

/** One make of providers. */
export interface Make {
  name: string
  /** Where the responses are from: a recorded server, or what was read about it; "not recorded" if nothing was compared. */
  source: string
  /** Paths as this make has them. `issuer` may be empty. */
  paths: { issuer: string; authorize: string; token: string; device?: string; par?: string }
  /** Members of the discovery document that differ from oidc-provider's; null removes one. */
  discovery?: Record<string, unknown>
  /** Texts of the sign-in page. */
  login?: { title: string; user: string; password: string; button: string }
  /** By id of the mistake. */
  refusals: Record<string, MakeReply>
  /** Drawn at random before the first run: its responses aren't used to write cards, so that it shows a first contact. */
  heldOut?: true
}

/** All makes of a folder by name of their file. */
export function readMakes(folder = 'eval/oauth/makes'): Map<string, Make> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return new Map(
    files.toSorted().map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Make]),
  )
}
